package org.espalier.model;

import java.util.Arrays;
import java.util.function.Supplier;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * A sampler that reads the marks so far with a recurrent network: all families but plain SWP, each with its own {@link
 * Head}.
 */
final class AutoregressiveSampler implements PathSampler {
    private final Parameters parameters;
    private final Supplier<PathSampler> twin;
    private final RecurrentNetwork history;
    private final SamplerHead head;

    AutoregressiveSampler(
            Parameters parameters, Supplier<PathSampler> twin, RecurrentNetwork history, SamplerHead head) {
        this.parameters = parameters;
        this.twin = twin;
        this.history = history;
        this.head = head;
    }

    @Override
    public Parameters parameters() {
        return parameters;
    }

    @Override
    public PathSampler twin() {
        return twin.get();
    }

    @Override
    public boolean needsAcyclic() {
        return head.needsAcyclic();
    }

    @Override
    public Encoded encode(LatticeBatch batch, Pass pass) {
        if (needsAcyclic()) {
            batch.requireAcyclic();
        }
        return new EncodedBatch(batch, pass);
    }

    private final class EncodedBatch implements Encoded {
        private final LatticeBatch batch;
        private final Pass pass;
        private final Tensor table;
        private final CachedMatrix hiddenTransposed;
        private final @Nullable PointerScope scope = PointerScope.getInnerScope();
        private final SamplerHead.Encoded encoded;
        private @Nullable IncrementalRecurrentPass growing;

        EncodedBatch(LatticeBatch batch, Pass pass) {
            this.batch = batch;
            this.pass = pass;
            this.table = history.table(pass);
            this.hiddenTransposed = history.hiddenTransposed(pass);
            this.encoded = pass.hasGradient() ? head.encode(batch, pass) : quietly(() -> head.encode(batch, pass));
        }

        @Override
        public LatticeBatch batch() {
            return batch;
        }

        @Override
        public EventScores score(PrefixTree tree) {
            Branches branches = new Branches(batch, tree.states());
            Tensor h = read(DepthOrder.of(tree), tree.marks());
            Tensor logits = pass.hasGradient() ? logits(branches, h) : quietly(() -> logits(branches, h));
            return new BranchScores(tree, branches, logits, pass);
        }

        /** h of every prefix: if they are those that were drawn, what they were drawn by. */
        private Tensor read(DepthOrder schedule, int[] marks) {
            return growing != null && growing.isOver(schedule, marks)
                    ? history.harvest(growing, schedule)
                    : history.run(schedule, table, marks, pass);
        }

        private Tensor logits(Branches branches, Tensor h) {
            if (branches.size() == 0) {
                return Torch.zeros(h, 0);
            }
            Tensor ofBranches = h.index_select(0, Torch.indices(branches.rows(), h));
            return encoded.logits(branches, pass.dropped("history.branches", ofBranches, branches::pairRows));
        }

        @Override
        public Walk walk(int[] pairs) {
            int[] begin = new int[pairs.length];
            Arrays.fill(begin, batch.marks());
            growing = pass.hasGradient() && scope != null ? history.grow(hiddenTransposed, table, pass, scope) : null;
            return longer(growing, 0, null, batch.roots(pairs), new int[0], begin);
        }

        /** Rows after one more symbol. Those that go on from the deepest grown are grown, once; others are stepped by themselves. */
        private Prefixes longer(
                @Nullable IncrementalRecurrentPass grown,
                int depth,
                RecurrentNetwork.@Nullable Rows before,
                int[] states,
                int[] from,
                int[] symbols) {
            return grown != null && grown.depths() == depth
                    ? new Prefixes(grown, depth, states, new RecurrentNetwork.Rows(grown.step(from, symbols)))
                    : new Prefixes(null, depth, states, history.step(hiddenTransposed, table, before, from, symbols));
        }

        private final class Prefixes implements Walk {
            private final @Nullable IncrementalRecurrentPass grown;
            private final int depth;
            private final int[] states;
            private final RecurrentNetwork.Rows h;

            Prefixes(@Nullable IncrementalRecurrentPass grown, int depth, int[] states, RecurrentNetwork.Rows h) {
                this.grown = grown;
                this.depth = depth;
                this.states = states;
                this.h = h;
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
                Branches branches = new Branches(batch, states);
                double[] ofChoices = new double[0];
                if (branches.size() > 0) {
                    try (PointerScope scope = new PointerScope();
                            NoGradGuard guard = new NoGradGuard()) {
                        Tensor ofBranches = h.h().index_select(0, Torch.indices(branches.rows(), h.h()));
                        ofChoices = Torch.doubles(encoded.logits(branches, ofBranches));
                    }
                    branches.normalize(ofChoices);
                }
                return branches.spread(ofChoices);
            }

            @Override
            public Walk advance(int[] from, int[] ranks) {
                int[] next = new int[from.length];
                int[] marks = new int[from.length];
                for (int row = 0; row < from.length; row++) {
                    int arc = batch.arc(states[from[row]], ranks[row]);
                    next[row] = batch.target(arc);
                    marks[row] = batch.mark(arc);
                }
                return longer(grown, depth + 1, h, next, from, marks);
            }

            @Override
            public void close() {
                h.close();
            }
        }
    }

    private static <T> T quietly(Supplier<T> work) {
        try (NoGradGuard guard = new NoGradGuard()) {
            return work.get();
        }
    }
}
