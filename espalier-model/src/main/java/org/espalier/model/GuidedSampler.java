package org.espalier.model;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/**
 * SWG, which is not in the paper: the scorer itself proposes, and the graph looks ahead. The weight of a choice ω at a state s is
 *
 * <pre>p̃(ω | ω_&lt;t) · exp(V[1; h]·e(s→s')) · β(s')^g</pre>
 *
 * where h is the scorer's own state after the marks so far, and e and β are those of Algorithm 1 with {@linkplain
 * PositionContexts what lies to the left and right} of each arc. The posterior itself has this form: p(ω | ω_&lt;t, x, y) is p̃(ω |
 * ω_&lt;t) times the sum of p̃ over all that may follow. So the sampler has to learn only what follows. V and g are 0 at first:
 * training starts from p̃ restricted to the lattice.
 *
 * <p>No gradient reaches the scorer, and there is no recurrent network of marks to train. The scorer has to read every string
 * that is drawn anyway, so reading it while it is drawn costs nothing more.
 */
final class GuidedSampler implements PathSampler {
    private final Parameters parameters;
    private final Supplier<PathSampler> replica;
    private final NeuralScorer scorer;
    private final PositionContexts contexts;
    private final SwpParameters graph;
    private final Tensor weight;
    private final Tensor mix;
    private final Tensor mixBias;
    private final Tensor gate;

    GuidedSampler(
            Parameters parameters,
            Supplier<PathSampler> replica,
            NeuralScorer scorer,
            PositionContexts contexts,
            SwpParameters graph,
            Tensor weight) {
        this.parameters = parameters;
        this.replica = replica;
        this.scorer = scorer;
        this.contexts = contexts;
        this.graph = graph;
        this.weight = weight;
        this.mix = parameters.constant("mix", 0, graph.dimension, scorer.dimension());
        this.mixBias = parameters.constant("mixBias", 0, graph.dimension);
        this.gate = parameters.constant("gate", 0, 1);
    }

    @Override
    public Parameters parameters() {
        return parameters;
    }

    @Override
    public PathSampler replica() {
        return replica.get();
    }

    @Override
    public Encoded encode(LatticeBatch batch, Pass pass) {
        return pass.hasGradient()
                ? new GuidedEncoding(batch, pass)
                : Torch.withoutGradient(() -> new GuidedEncoding(batch, pass));
    }

    private final class GuidedEncoding implements Encoded {
        private final LatticeBatch batch;
        private final Pass pass;
        private final @Nullable PointerScope scope = PointerScope.getInnerScope();
        private final SwpHistoryHead.Structure structure;

        GuidedEncoding(LatticeBatch batch, Pass pass) {
            this.batch = batch;
            this.pass = pass;
            this.structure = new SwpHistoryHead.Structure(graph, weight, contexts.encode(batch, pass), batch, pass);
        }

        @Override
        public LatticeBatch batch() {
            return batch;
        }

        /**
         * Returns the logits of the choices.
         *
         * @param states the scorer's states after the prefixes, of which the branch points are rows
         * @param logP log p̃ of each choice
         */
        private Tensor logits(BranchPoints branches, Tensor states, double[] logP) {
            Tensor h = states.index_select(0, Torch.indices(branches.rows(), states));
            return structure
                    .products(
                            branches,
                            BatchInvariantProducts.affine(
                                    pass.dropped("scorer", h, branches::dropoutKeys), mix, mixBias))
                    .add(structure.advantage(branches).mul(gate))
                    .add(Torch.vector(logP, weight));
        }

        private EventScores score(PrefixTree tree, BranchPoints branches, Tensor states, double[] logP) {
            Supplier<Tensor> logits =
                    () -> branches.size() == 0 ? Torch.zeros(weight, 0) : logits(branches, states, logP);
            return new BranchEventScores(
                    tree, branches, pass.hasGradient() ? logits.get() : Torch.withoutGradient(logits), pass);
        }

        @Override
        public EventScores score(PrefixTree tree) {
            BranchPoints branches = new BranchPoints(batch, tree.states());
            Tensor states = Torch.withoutGradient(
                    () -> scorer.states(tree, Pass.forward().with(pass.precision())));
            return score(tree, branches, states, logPOfChoices(branches, scorer.logProbabilities(tree, states)));
        }

        /**
         * Returns log p̃ of each choice.
         *
         * @param ofSymbols log p̃ of all symbols after the prefixes, row by row
         */
        private double[] logPOfChoices(BranchPoints branches, double[] ofSymbols) {
            double[] result = new double[branches.choices()];
            Arrays.setAll(result, choice -> {
                int row = branches.rows()[branches.branchOfChoice()[choice]];
                return ofSymbols[row * (batch.marks() + 1) + branches.symbols()[choice]];
            });
            return result;
        }

        @Override
        public SamplingWalk walk(int[] pairs) {
            return start(pairs, null);
        }

        private SamplingWalk start(int[] pairs, @Nullable RecordedDrawing record) {
            int[] roots = batch.roots(pairs);
            return new GuidedWalk(roots, scorer.walk(InputPlaces.of(scorer, batch, roots)), record);
        }

        @Override
        public Drawing startDrawing() {
            return scope == null ? Encoded.super.startDrawing() : new RecordedDrawing(scope);
        }

        /** A drawing that keeps what the scorer has computed, so that the strings need not be read a second time. */
        private final class RecordedDrawing implements Drawing {
            private final PointerScope owner;
            private final TensorVector states = new TensorVector();
            private final DoubleArrayList logP = new DoubleArrayList();

            RecordedDrawing(PointerScope owner) {
                this.owner = owner;
            }

            /** Adds the prefixes of a walk, which are the nodes of the next depth. */
            void add(NeuralScorer.NeuralWalk scoring, double[] ofWalk) {
                Tensor kept = new Tensor(scoring.states());
                owner.attach(kept);
                states.push_back(kept);
                logP.addElements(logP.size(), ofWalk);
            }

            @Override
            public SamplingWalk start() {
                return GuidedEncoding.this.start(
                        IntStream.range(0, batch.pairs()).toArray(), this);
            }

            @Override
            public EventScores score(PrefixTree tree) {
                BranchPoints branches = new BranchPoints(batch, tree.states());
                return GuidedEncoding.this.score(
                        tree,
                        branches,
                        Torch.withoutGradient(() -> torch.cat(states, 0)),
                        logPOfChoices(branches, logP.elements()));
            }

            @Override
            public Optional<double[]> logP(PrefixTree tree) {
                double[] ofEvents = new double[tree.events()];
                Arrays.setAll(
                        ofEvents,
                        event -> logP.getDouble(tree.prefix(event) * (batch.marks() + 1) + tree.symbol(event)));
                return Optional.of(ofEvents);
            }
        }

        private final class GuidedWalk implements SamplingWalk {
            private final int[] states;
            private final NeuralScorer.NeuralWalk scoring;
            private final @Nullable RecordedDrawing record;

            GuidedWalk(int[] states, NeuralScorer.NeuralWalk scoring, @Nullable RecordedDrawing record) {
                this.states = states;
                this.scoring = scoring;
                this.record = record;
            }

            @Override
            public int rows() {
                return states.length;
            }

            @Override
            public int state(int row) {
                return states[row];
            }

            @Override
            public double[] logProbabilities() {
                double[] ofSymbols = scoring.logProbabilities();
                if (record != null) {
                    record.add(scoring, ofSymbols);
                }
                BranchPoints branches = new BranchPoints(batch, states);
                double[] ofChoices = new double[branches.choices()];
                if (branches.size() > 0) {
                    double[] logP = logPOfChoices(branches, ofSymbols);
                    try (PointerScope inner = new PointerScope();
                            NoGradGuard guard = new NoGradGuard()) {
                        ofChoices = Torch.doubles(logits(branches, scoring.states(), logP));
                    }
                    branches.normalize(ofChoices);
                }
                return branches.ofAllRows(ofChoices);
            }

            @Override
            public SamplingWalk advance(int[] from, int[] ranks) {
                int[] next = new int[from.length];
                int[] marks = new int[from.length];
                for (int row = 0; row < from.length; row++) {
                    int arc = batch.arc(states[from[row]], ranks[row]);
                    next[row] = batch.target(arc);
                    marks[row] = batch.mark(arc);
                }
                return new GuidedWalk(
                        next, scoring.advance(from, marks, row -> batch.inputPosition(next[row])), record);
            }

            @Override
            public SamplingWalk joinedWith(List<? extends SamplingWalk> others) {
                return new GuidedWalk(
                        SamplingWalk.statesOf(this, others),
                        scoring.joinedWith(others.stream()
                                .map(other -> ((GuidedWalk) other).scoring)
                                .toList()),
                        record);
            }

            @Override
            public void close() {
                scoring.close();
            }
        }
    }
}
