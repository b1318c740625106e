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
 * SWG, which is not in the paper: the scorer itself proposes and looks one mark ahead, and the graph looks further. The weight of
 * a choice ω, which leads from a state s to s', is
 *
 * <pre>p̃(ω | ω_&lt;t) · m(ω) · exp(V[1; h']·e(c)) · β(s_c)^g</pre>
 *
 * where h' is the scorer's own state after ω, and m(ω) is the probability that the scorer leaves for the choices at s', the sum of
 * p̃(ω' | ω_&lt;t ω) over them. e and β are those of Algorithm 1 over {@linkplain ChoiceGraph chains}: c is ω with all marks that
 * must follow it, up to a state s_c, and sees {@linkplain PositionContexts what lies to its left and right}. The posterior
 * itself has this form: p(ω | ω_&lt;t, x, y) is p̃(ω | ω_&lt;t) times the sum of p̃ over all that may follow,
 * and m is the first factor of that sum. So the sampler has to learn only what follows later, and sees the state on which that
 * depends. V and g are 0 at first.
 *
 * <p>No gradient reaches the scorer, and there is no recurrent network of marks to train. The scorer has to read every string
 * that is drawn anyway; beyond that it reads one mark for each choice that was not taken.
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
        private final SwpStructure structure;

        GuidedEncoding(LatticeBatch batch, Pass pass) {
            this.batch = batch;
            this.pass = pass;
            this.structure = SwpStructure.ofChains(graph, weight, contexts, batch, pass);
        }

        @Override
        public LatticeBatch batch() {
            return batch;
        }

        /**
         * Returns the logits of the choices.
         *
         * @param states the scorer's state after each choice; any state for EOS
         * @param logP log p̃ of each choice and of what may follow it
         */
        private Tensor logits(BranchPoints branches, Tensor states, double[] logP) {
            return structure
                    .productsOfChoices(
                            branches,
                            BatchInvariantProducts.affine(
                                    pass.dropped("scorer", states, branches::dropoutKeysOfChoices), mix, mixBias))
                    .add(structure.advantage(branches).mul(gate))
                    .add(Torch.vector(logP, weight));
        }

        private EventScores score(PrefixTree tree, BranchPoints branches, Tensor states, double[] logP) {
            Supplier<Tensor> logits =
                    () -> branches.size() == 0 ? Torch.zeros(weight, 0) : logits(branches, states, logP);
            return new BranchEventScores(
                    tree, branches, pass.hasGradient() ? logits.get() : Torch.withoutGradient(logits), pass);
        }

        /**
         * Returns log p̃ of each choice, plus that of the choices after it.
         *
         * @param prefix the row of each branch point in {@code prefixes}
         * @param next the row in {@code continued} that each choice leads to, or -1 for EOS
         */
        private double[] logP(
                BranchPoints branches,
                ChoiceLogProbabilities prefixes,
                int[] prefix,
                ChoiceLogProbabilities continued,
                int[] next) {
            double[] result = new double[branches.choices()];
            for (int choice = 0; choice < result.length; choice++) {
                int branch = branches.branchOfChoice()[choice];
                result[choice] = prefixes.of(prefix[branch], choice - branches.first(branch))
                        + (next[choice] < 0 ? 0 : continued.total(next[choice]));
            }
            return result;
        }

        @Override
        public EventScores score(PrefixTree tree) {
            BranchPoints branches = new BranchPoints(batch, tree.states());
            if (branches.size() == 0) {
                return score(tree, branches, Torch.zeros(weight, 0), new double[0]);
            }
            TreeWithChoices all = TreeWithChoices.of(tree, branches);
            Tensor states = Torch.withoutGradient(
                    () -> scorer.states(all.tree(), Pass.forward().with(pass.precision())));
            ChoiceLogProbabilities scored = ChoiceLogProbabilities.of(
                    batch, all.tree().states(), entries -> scorer.logProbabilities(all.tree(), states, entries));
            int[] prefix =
                    Arrays.stream(branches.rows()).map(row -> all.node()[row]).toArray();
            return new GuidedScores(
                    score(
                            tree,
                            branches,
                            rowsOf(states, all.next()),
                            logP(branches, scored, prefix, scored, all.next())),
                    ofEvents(tree, all.node(), scored));
        }

        /**
         * Returns log p̃ of each event of a tree.
         *
         * @param rows the row of each node in {@code prefixes}
         */
        private double[] ofEvents(PrefixTree tree, int[] rows, ChoiceLogProbabilities prefixes) {
            double[] result = new double[tree.events()];
            Arrays.setAll(result, event -> {
                int node = tree.prefix(event);
                return prefixes.of(rows[node], batch.choice(tree.state(node), tree.symbol(event)));
            });
            return result;
        }

        /** Returns rows of a matrix; the first for a row that is -1. */
        private Tensor rowsOf(Tensor matrix, int... rows) {
            int[] present = Arrays.stream(rows).map(row -> Math.max(0, row)).toArray();
            return Torch.withoutGradient(() -> matrix.index_select(0, Torch.indices(present, matrix)));
        }

        @Override
        public SamplingWalk walk(int[] pairs) {
            return start(pairs, null);
        }

        private SamplingWalk start(int[] pairs, @Nullable RecordedDrawing record) {
            int[] roots = batch.roots(pairs);
            NeuralScorer.NeuralWalk scoring = scorer.walk(InputPlaces.of(scorer, batch, roots));
            return new GuidedWalk(
                    roots, scoring, ChoiceLogProbabilities.of(batch, roots, scoring::logProbabilities), record);
        }

        @Override
        public Drawing startDrawing() {
            return scope == null ? Encoded.super.startDrawing() : new RecordedDrawing(scope);
        }

        /** A drawing that keeps what the scorer has computed, so that the strings need not be read a second time. */
        private final class RecordedDrawing implements Drawing {
            private final PointerScope owner;
            private final TensorVector statesOfChoices = new TensorVector();
            private final DoubleArrayList logPOfChoices = new DoubleArrayList();
            private final DoubleArrayList logP = new DoubleArrayList();

            RecordedDrawing(PointerScope owner) {
                this.owner = owner;
            }

            /** Adds log p̃ of the choices after the prefixes of a walk, which are the nodes of the next depth. */
            void addPrefixes(ChoiceLogProbabilities prefixes) {
                logP.addElements(logP.size(), prefixes.values());
            }

            /** Adds the choices of the prefixes of a walk, which are needed for learning from the strings only. */
            void addChoices(Tensor states, double[] logPOfChoices) {
                if (!pass.hasGradient()) {
                    return;
                }
                Tensor kept = new Tensor(states);
                owner.attach(kept);
                statesOfChoices.push_back(kept);
                this.logPOfChoices.addElements(this.logPOfChoices.size(), logPOfChoices);
            }

            @Override
            public SamplingWalk start() {
                return GuidedEncoding.this.start(
                        IntStream.range(0, batch.pairs()).toArray(), this);
            }

            @Override
            public EventScores score(PrefixTree tree) {
                if (!pass.hasGradient()) {
                    return GuidedEncoding.this.score(tree);
                }
                BranchPoints branches = new BranchPoints(batch, tree.states());
                return GuidedEncoding.this.score(tree, branches, states(branches), logPOfChoices.toDoubleArray());
            }

            /** Returns the scorer's state after each choice. */
            private Tensor states(BranchPoints branches) {
                return branches.size() == 0
                        ? Torch.zeros(weight, 0)
                        : Torch.withoutGradient(() -> torch.cat(statesOfChoices, 0));
            }

            @Override
            public KeptStrings keep(PrefixTree tree) {
                if (!pass.hasGradient()) {
                    return Drawing.super.keep(tree);
                }
                BranchPoints branches = new BranchPoints(batch, tree.states());
                return new StringsWithChoices(
                        tree, branches, new Tensor(states(branches)).retainReference(), logPOfChoices.toDoubleArray());
            }

            @Override
            public Optional<double[]> logP(PrefixTree tree) {
                return Optional.of(ofEvents(
                        tree,
                        IntStream.range(0, tree.nodes()).toArray(),
                        new ChoiceLogProbabilities(batch.firstChoices(tree.states()), logP.toDoubleArray())));
            }
        }

        /**
         * Strings with what the scorer makes of the choices on their way, so that no further update has to ask the scorer.
         *
         * @param states the scorer's state after each choice
         * @param logP log p̃ of each choice and of what may follow it
         */
        @SuppressWarnings("ArrayRecordComponent") // never compared
        private record StringsWithChoices(PrefixTree tree, BranchPoints branches, Tensor states, double[] logP)
                implements KeptStrings {
            @Override
            public EventScores score(Encoded later) {
                return ((GuidedEncoding) later).score(tree, branches, states, logP);
            }

            @Override
            public void close() {
                states.close();
            }
        }

        /** Prefixes, with what the scorer makes of all their continuations by one mark. */
        private final class GuidedWalk implements SamplingWalk {
            private final int[] states;
            private final NeuralScorer.NeuralWalk scoring;
            private final ChoiceLogProbabilities logP;
            private final @Nullable RecordedDrawing record;
            /** The number of arcs of all rows before each. */
            private final int[] firstArc;

            private @Nullable Continuations continuations;

            GuidedWalk(
                    int[] states,
                    NeuralScorer.NeuralWalk scoring,
                    ChoiceLogProbabilities logP,
                    @Nullable RecordedDrawing record) {
                this.states = states;
                this.scoring = scoring;
                this.logP = logP;
                this.record = record;
                this.firstArc = new int[states.length + 1];
                for (int row = 0; row < states.length; row++) {
                    firstArc[row + 1] = firstArc[row] + batch.degree(states[row]);
                }
            }

            /** The continuations of all rows by all arcs, in order. */
            private record Continuations(NeuralScorer.NeuralWalk walk, ChoiceLogProbabilities logP) {}

            private Continuations continuations() {
                if (continuations == null) {
                    int[] from = new int[firstArc[states.length]];
                    int[] marks = new int[from.length];
                    int[] targets = new int[from.length];
                    for (int row = 0; row < states.length; row++) {
                        for (int rank = 0; rank < batch.degree(states[row]); rank++) {
                            int arc = batch.arc(states[row], rank);
                            from[firstArc[row] + rank] = row;
                            marks[firstArc[row] + rank] = batch.mark(arc);
                            targets[firstArc[row] + rank] = batch.target(arc);
                        }
                    }
                    NeuralScorer.NeuralWalk walk =
                            scoring.advance(from, marks, row -> batch.inputPosition(targets[row]));
                    continuations =
                            new Continuations(walk, ChoiceLogProbabilities.of(batch, targets, walk::logProbabilities));
                }
                return continuations;
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
                if (record != null) {
                    record.addPrefixes(logP);
                }
                BranchPoints branches = new BranchPoints(batch, states);
                double[] ofChoices = new double[branches.choices()];
                if (branches.size() > 0) {
                    Continuations next = continuations();
                    int[] rows = rowsOfContinuations(branches);
                    double[] ahead = logP(branches, logP, branches.rows(), next.logP, rows);
                    try (PointerScope inner = new PointerScope();
                            NoGradGuard guard = new NoGradGuard()) {
                        Tensor after = rowsOf(next.walk.states(), rows);
                        if (record != null) {
                            record.addChoices(after, ahead);
                        }
                        ofChoices = Torch.doubles(logits(branches, after, ahead));
                    }
                    branches.normalize(ofChoices);
                }
                return branches.ofAllRows(ofChoices);
            }

            /** Returns the continuation that ends with each choice; -1 for EOS. */
            private int[] rowsOfContinuations(BranchPoints branches) {
                int[] result = new int[branches.choices()];
                for (int choice = 0; choice < result.length; choice++) {
                    int branch = branches.branchOfChoice()[choice];
                    result[choice] = branches.arcs()[choice] < 0
                            ? -1
                            : firstArc[branches.rows()[branch]] + choice - branches.first(branch);
                }
                return result;
            }

            @Override
            public SamplingWalk advance(int[] from, int[] ranks) {
                Continuations all = continuations();
                int[] rows = new int[from.length];
                int[] next = new int[from.length];
                for (int row = 0; row < from.length; row++) {
                    rows[row] = firstArc[from[row]] + ranks[row];
                    next[row] = batch.target(batch.arc(states[from[row]], ranks[row]));
                }
                return new GuidedWalk(next, all.walk.select(rows), all.logP.select(rows), record);
            }

            @Override
            public SamplingWalk joinedWith(List<? extends SamplingWalk> others) {
                List<GuidedWalk> walks =
                        others.stream().map(other -> (GuidedWalk) other).toList();
                return new GuidedWalk(
                        SamplingWalk.statesOf(this, others),
                        scoring.joinedWith(
                                walks.stream().map(walk -> walk.scoring).toList()),
                        logP.joinedWith(walks.stream().map(walk -> walk.logP).toList()),
                        record);
            }

            @Override
            public void close() {
                scoring.close();
                if (continuations != null) {
                    continuations.walk.close();
                }
            }
        }
    }

    /** The scores of a tree, with those of the scorer. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record GuidedScores(EventScores ofSampler, double[] logPOfEvents) implements EventScores {
        @Override
        public double[] logProbabilities() {
            return ofSampler.logProbabilities();
        }

        @Override
        public void backward(double[] gradient) {
            ofSampler.backward(gradient);
        }

        @Override
        public Optional<double[]> logP() {
            return Optional.of(logPOfEvents.clone());
        }
    }
}
