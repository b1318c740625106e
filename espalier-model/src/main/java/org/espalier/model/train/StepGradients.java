package org.espalier.model.train;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.espalier.model.EventScores;
import org.espalier.model.LatticeBatch;
import org.espalier.model.Model;
import org.espalier.model.Pass;
import org.espalier.model.PathSampler;
import org.espalier.model.PathSampler.KeptStrings;
import org.espalier.model.PathSampling;
import org.espalier.model.PathSampling.Samples;
import org.espalier.model.PrefixTree;

/**
 * Computes the gradients of pairs and dreams of a step, on one thread.
 *
 * @param model the model, or a replica of it, to whose gradients those of a step are added
 * @param proposal the sampler from which strings are drawn, if that is not the trained one
 * @param memory the strings that are remembered of each pair
 * @param likelihoods the estimates of p̃(x, y) for DPG-off
 * @param dreams what draws dreams, if there are any
 */
record StepGradients(
        TrainingSettings settings,
        Model model,
        Optional<PathSampler> proposal,
        StringMemory memory,
        PairLikelihoods likelihoods,
        Optional<Dreams> dreams) {
    /**
     * The strings from which pairs learn.
     *
     * @param drawn their scores under the trained sampler; like {@code scored} differentiable only without dropout
     */
    private record WeightedStrings(
            Samples samples, Supplier<EventScores> drawn, Supplier<EventScores> scored, Posterior posterior) {}

    /**
     * What was found for some pairs.
     *
     * @param kept the strings that were drawn, if there will be further updates from them
     */
    record LearnedPairs(
            MicroBatch pairs, LatticeBatch batch, Posterior posterior, SamplerLoss loss, Optional<KeptStrings> kept)
            implements AutoCloseable {
        @Override
        public void close() {
            kept.ifPresent(KeptStrings::close);
        }
    }

    /**
     * Draws strings for some pairs and adds the gradients of the networks that a phase trains.
     *
     * @param whole the worker's batch, of which these pairs are a part
     */
    LearnedPairs ofPairs(Phase phase, MicroBatch pairs, WorkerBatch whole, long step) {
        LatticeBatch batch = pairs.latticeBatch();
        PathSampler.Encoded encoded =
                model.sampler().encode(batch, samplingPass(phase.trainsSampler(), samplerSmoothing()));
        WeightedStrings strings = strings(phase, encoded, pairs, step);
        PrefixTree tree = strings.posterior.tree();
        double[] logQ =
                proposal.isPresent() ? tree.totals(strings.drawn.get().logProbabilities()) : strings.posterior.logQ();
        SamplerLoss loss = loss(strings.posterior, logQ, pairs);
        if (phase.trainsSampler()) {
            EventScores drawn = settings.dropout() == 0
                    ? strings.drawn.get()
                    : model.sampler()
                            .encode(batch, trainingPass(samplerSmoothing(), pairs, Seeds.SAMPLER, step))
                            .score(tree);
            drawn.backward(loss.eventGradient(tree, whole.samplerWeight()));
        }
        if (phase.trainsScorer()) {
            EventScores scored = settings.dropout() == 0
                    ? strings.scored.get()
                    : model.scorer().score(tree, trainingPass(settings.labelSmoothing(), pairs, Seeds.SCORER, step));
            scored.backward(strings.posterior.gradient(whole.weight()));
        }
        Optional<KeptStrings> kept = phase.trainsSampler() && settings.ppoEpochs() > 1
                ? Optional.of(strings.samples.keep())
                : Optional.empty();
        return new LearnedPairs(pairs, batch, strings.posterior, loss, kept);
    }

    /**
     * Adds the sampler's gradient of strings that were drawn before its last update.
     *
     * @param epoch the number of updates from these strings so far
     */
    void ofPairsAgain(LearnedPairs learned, WorkerBatch whole, long step, long epoch) {
        PrefixTree tree = learned.posterior.tree();
        EventScores now = learned.kept
                .orElseThrow()
                .score(model.sampler().encode(learned.batch, samplingPass(true, samplerSmoothing())));
        SamplerLoss loss = loss(learned.posterior, tree.totals(now.logProbabilities()), learned.pairs);
        EventScores drawn = settings.dropout() == 0
                ? now
                : model.sampler()
                        .encode(
                                learned.batch,
                                trainingPass(samplerSmoothing(), learned.pairs, Seeds.SAMPLER, step, epoch))
                        .score(tree);
        drawn.backward(loss.eventGradient(tree, whole.samplerWeight()));
    }

    /** Draws dreams, and adds the sampler's gradient of those that it can learn from. */
    DreamSums ofDreams(int[] numbers, WorkerBatch whole, long step) {
        Dreams.DreamBatch drawn = dreams.orElseThrow().draw(model.scorer(), settings.seed(), step, numbers);
        if (drawn.strings().isEmpty()) {
            return drawn.sums();
        }
        LatticeBatch batch = drawn.pairs().latticeBatch();
        PrefixTree tree =
                PrefixTree.of(batch, drawn.strings().stream().map(List::of).toList());
        Pass pass = settings.dropout() == 0
                ? samplingPass(true, settings.labelSmoothing())
                : trainingPass(settings.labelSmoothing(), drawn.pairs(), Seeds.DREAMS, step);
        EventScores scores = model.sampler().encode(batch, pass).score(tree);
        double loss = -Arrays.stream(tree.totals(scores.logProbabilities())).sum();
        double[] ofEnd = new double[tree.ends()];
        // Equal dreams of different numbers are different pairs of the batch, so each end is one dream.
        Arrays.fill(ofEnd, -1.0 / whole.samplerWeight());
        scores.backward(tree.eventGradient(ofEnd));
        return new DreamSums(drawn.sums().mass(), drawn.sums().skipped(), loss);
    }

    /**
     * Returns what the sampler learns from strings.
     *
     * @param logQ the log-probability of each end's string under the trained sampler
     */
    private SamplerLoss loss(Posterior posterior, double[] logQ, MicroBatch pairs) {
        return switch (settings.divergence()) {
            case INCLUSIVE -> SamplerLoss.inclusive(posterior);
            case DPG_OFF -> SamplerLoss.dpgOff(posterior, logQ, likelihoods, pairs.pairs());
            case EXCLUSIVE -> SamplerLoss.exclusive(posterior, logQ, settings.ppoClip(), settings.entropyBonus());
        };
    }

    /** Draws strings and weighs them. */
    private WeightedStrings strings(Phase phase, PathSampler.Encoded encoded, MicroBatch pairs, long step) {
        RandomGenerator[] streams = Seeds.streams(settings.seed(), phase.streams(), step, pairs.pairs());
        if (proposal.isPresent()) {
            PathSampler.Encoded other = proposal.get().encode(encoded.batch(), samplingPass(false, 0));
            Samples samples = PathSampling.sample(other, phase.samples(settings), streams);
            EventScores drawn = encoded.score(samples.tree());
            return weighted(phase, samples, () -> drawn, pairs);
        }
        Samples samples = PathSampling.sample(encoded, phase.samples(settings), streams);
        return memory.isEnabled()
                ? withMemory(phase, encoded, samples, pairs)
                : weighted(phase, samples, samples::score, pairs);
    }

    /**
     * Weighs samples by p̃/q.
     *
     * @param drawn their scores under the trained sampler
     */
    private WeightedStrings weighted(Phase phase, Samples samples, Supplier<EventScores> drawn, MicroBatch pairs) {
        ScoredTree scored = scored(phase, samples.tree(), samples::logP);
        Posterior posterior = Posterior.ofSamples(
                samples, pairs.weights(), scored.logP, settings.lengthThreshold(), settings.lengthPenalty());
        return new WeightedStrings(samples, drawn, scored.scores, posterior);
    }

    /** Weighs samples and remembered strings, each string once, by p̃. */
    private WeightedStrings withMemory(Phase phase, PathSampler.Encoded encoded, Samples samples, MicroBatch pairs) {
        PrefixTree tree = joined(encoded.batch(), samples.tree(), pairs.pairs());
        EventScores drawn = encoded.score(tree);
        ScoredTree scored = scored(phase, tree, drawn::logP);
        Posterior posterior = Posterior.ofStrings(
                tree,
                pairs.weights(),
                drawn.logProbabilities(),
                scored.logP,
                settings.lengthThreshold(),
                settings.lengthPenalty());
        return new WeightedStrings(samples, () -> drawn, scored.scores, posterior);
    }

    /**
     * Strings that the scorer has scored.
     *
     * @param logP log p̃ of each event
     * @param scores the scores from which the scorer learns, if it is trained
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record ScoredTree(double[] logP, Supplier<EventScores> scores) {}

    /** @param ofSampler log p̃, if a sampler that the scorer guides has computed it, without gradient */
    private ScoredTree scored(Phase phase, PrefixTree tree, Supplier<Optional<double[]>> ofSampler) {
        Optional<double[]> known = phase.trainsScorer() ? Optional.empty() : ofSampler.get();
        Optional<EventScores> scored = known.isPresent()
                ? Optional.empty()
                : Optional.of(
                        model.scorer().score(tree, samplingPass(phase.trainsScorer(), settings.labelSmoothing())));
        return new ScoredTree(known.orElseGet(() -> scored.orElseThrow().logProbabilities()), scored::orElseThrow);
    }

    /** Returns the tree of the sampled and the remembered strings. */
    private PrefixTree joined(LatticeBatch batch, PrefixTree sampled, int... pairs) {
        List<List<int[]>> strings = new ArrayList<>();
        for (int pair : pairs) {
            strings.add(new ArrayList<>(memory.of(pair)));
        }
        for (int end = 0; end < sampled.ends(); end++) {
            strings.get(sampled.pair(sampled.endNode(end))).add(sampled.string(end));
        }
        return PrefixTree.of(batch, strings);
    }

    /** Returns the label smoothing of the sampler; a policy gradient has no targets that could be smoothed. */
    private double samplerSmoothing() {
        return settings.divergence() == Divergence.EXCLUSIVE ? 0 : settings.labelSmoothing();
    }

    /** Returns the pass that samples and weighs strings. Without dropout, a trained network learns from it too. */
    private Pass samplingPass(boolean trained, double smoothing) {
        return (trained && settings.dropout() == 0 ? Pass.training(smoothing) : Pass.forward())
                .with(settings.precision());
    }

    /** @param stream the network, the step and whatever else the dropout masks depend on */
    private Pass trainingPass(double smoothing, MicroBatch pairs, long... stream) {
        long[] parts = new long[stream.length + 2];
        parts[0] = settings.seed();
        parts[1] = Seeds.DROPOUT;
        System.arraycopy(stream, 0, parts, 2, stream.length);
        return Pass.training(smoothing, settings.dropout(), Seeds.of(parts), pairs.pairs())
                .with(settings.precision());
    }
}
