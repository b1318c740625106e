/**
 * Batches of lattices, scorers, samplers, and the passes that run them on libtorch.
 *
 * <p>Data flows in one direction. Lattices are joined into a {@link org.espalier.model.LatticeBatch}. A {@link
 * org.espalier.model.PathSampler} draws mark strings from it into a {@link org.espalier.model.PrefixTree}. Scorers and
 * samplers compute the log-probability of each event of the tree ({@link org.espalier.model.EventScores}). Estimators and
 * trainers, in the packages below, compute plain numbers or gradients from these. Tensors stay inside scorers and samplers;
 * Java arrays pass between them. Nothing here depends on files that people write, on a console or on HTTP.
 *
 * <h2>Classes by role</h2>
 *
 * <ul>
 *   <li><b>Batches and trees</b>: {@code LatticeBatch} with {@code LatticeCycles}, {@code LevelOrder} and {@code ArcGraph}; {@code
 *       ChoiceGraph}, which leaves out states without a choice; {@code LatticeSource}; {@code PrefixTree} with {@code
 *       PrefixTreeFromStrings}; {@code DepthOrder} and {@code PaddedStrings}, the two orders in which networks read the
 *       strings of a tree; {@code BranchPoints}, the prefixes with more than one choice.
 *   <li><b>Scores</b>: {@code EventScores} with {@code MarkEventScores} (scorers) and {@code BranchEventScores} (samplers).
 *   <li><b>Scorers</b>, p̃θ: {@code MarkScorer} with {@code LstmScorer} and {@code TransformerScorer}, which are {@code NeuralScorer}s;
 *       {@code ScorerSampling}, which draws strings from them alone. {@code ScorerEmbeddings}. What conditional ones read: {@code InputReader}, at {@code
 *       InputPlaces}; which marks may follow there, {@code LegalMask}.
 *   <li><b>Ensembles</b>: {@code MixtureScorer} and {@code MixtureSampler} with {@code MixtureWeights} and {@code MixtureScores};
 *       {@link org.espalier.model.Model#ensemble} makes them.
 *   <li><b>Samplers</b>, qφ: {@code PathSampler} with {@code AutoregressiveSampler}, {@code MarkovSampler} and {@code
 *       GuidedSampler}, which asks the scorer for {@code ChoiceLogProbabilities}; {@code Samplers}, which creates them; {@code
 *       PathSampling}, which draws strings from them.
 *   <li><b>Markov samplers</b>: {@code SwpSampler} and {@code TransformerSampler} with {@code ReachableArcs}; {@code
 *       WeightedLattices}, β and q for weights of arcs; {@code SwpWeights}, what they computed.
 *   <li><b>Heads of autoregressive samplers</b>: {@code SamplerHead} with {@code MarkOutputLayer} (no lookahead), {@code
 *       SwaHead}, {@code SwsHead}, {@code SwpHistoryHead}, {@code SwpRerunHead} and {@code SwpsHead}.
 *   <li><b>Passes and cells</b>: {@code Pass}, one evaluation of a network; {@code RecurrentNetwork} of {@code RecurrentLayer}s,
 *       {@code RecurrentPass} and {@code IncrementalRecurrentPass} over {@code RecurrentCell} with {@code RnnCell}, {@code
 *       GruCell} and {@code LstmCell}; {@code TransformerLayer};
 *       {@code PositionEncoder}, which reads strings from both ends, and {@code PositionContexts}; {@code GroupedAttention};
 *       {@code SwpPass} (Algorithm 1) and {@code SwpStructure} with {@code SwpCycles} over {@code SwpParameters} and {@code
 *       ArcUpdate}; {@code DropoutMasks} and {@code DropoutKeys}.
 *   <li><b>Parameters and tensors</b>: {@code Model}, a scorer with a sampler; {@code Parameters}; {@code Torch} and {@code
 *       LibtorchLoader}; {@code Workspace}, a pool of memory; {@code CachedMatrix} and {@code BatchInvariantProducts}, matrix
 *       products; {@code MatrixPrecision}.
 *   <li><b>Settings</b>: {@code ScorerSettings}, {@code SamplerSettings} with {@code SamplerKind}, {@code Recurrence} and
 *       {@code HistoryMode}; {@code Vocabulary}.
 * </ul>
 */
@NullMarked
package org.espalier.model;

import org.jspecify.annotations.NullMarked;
