package org.espalier.model;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * A sampler that reads the marks so far with a recurrent network (h of sections 3.1 and 3.2). All families except those
 * of {@link MarkovSampler} are of this kind; they differ in their {@link SamplerHead}.
 */
final class AutoregressiveSampler implements PathSampler {
    private final Parameters parameters;
    private final Supplier<PathSampler> replica;
    private final RecurrentNetwork history;
    private final SamplerHead head;

    AutoregressiveSampler(
            Parameters parameters, Supplier<PathSampler> replica, RecurrentNetwork history, SamplerHead head) {
        this.parameters = parameters;
        this.replica = replica;
        this.history = history;
        this.head = head;
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
        return new AutoregressiveEncoding(batch, pass);
    }

    private final class AutoregressiveEncoding implements Encoded {
        private final LatticeBatch batch;
        private final Pass pass;
        private final RecurrentNetwork.Prepared prepared;
        private final @Nullable PointerScope scope = PointerScope.getInnerScope();
        private final SamplerHead.EncodedPairs encodedHead;

        AutoregressiveEncoding(LatticeBatch batch, Pass pass) {
            this.batch = batch;
            this.pass = pass;
            this.prepared = history.prepare(pass);
            this.encodedHead = pass.hasGradient()
                    ? head.encode(batch, pass)
                    : Torch.withoutGradient(() -> head.encode(batch, pass));
        }

        @Override
        public LatticeBatch batch() {
            return batch;
        }

        @Override
        public EventScores score(PrefixTree tree) {
            return score(tree, history.run(tree, prepared.table(), pass));
        }

        /** @param h the state of the recurrent network after each prefix of the tree */
        private EventScores score(PrefixTree tree, Tensor h) {
            BranchPoints branches = new BranchPoints(batch, tree.states());
            Tensor logits = pass.hasGradient() ? logits(branches, h) : Torch.withoutGradient(() -> logits(branches, h));
            return new BranchEventScores(tree, branches, logits, pass);
        }

        private Tensor logits(BranchPoints branches, Tensor h) {
            if (branches.size() == 0) {
                return Torch.zeros(h, 0);
            }
            Tensor ofBranches = h.index_select(0, Torch.indices(branches.rows(), h));
            return encodedHead.logits(branches, pass.dropped("history.branches", ofBranches, branches::dropoutKeys));
        }

        @Override
        public SamplingWalk walk(int[] pairs) {
            Stepper stepper = (depth, before, from, symbols) -> history.step(prepared, before, from, symbols);
            return start(stepper, pairs);
        }

        @Override
        public Drawing startDrawing() {
            return pass.hasGradient() && scope != null
                    ? new RecordedDrawing(history.startIncremental(prepared, pass, scope))
                    : Encoded.super.startDrawing();
        }

        private RecurrentWalk start(Stepper stepper, int... pairs) {
            int[] begin = new int[pairs.length];
            Arrays.fill(begin, batch.marks());
            return new RecurrentWalk(stepper, 0, batch.roots(pairs), stepper.step(0, null, new int[0], begin));
        }

        /** A drawing whose walk records all that the backward pass needs. */
        private final class RecordedDrawing implements Drawing {
            private final IncrementalRecurrentPass recorded;

            RecordedDrawing(IncrementalRecurrentPass recorded) {
                this.recorded = recorded;
            }

            @Override
            public SamplingWalk start() {
                int[] pairs = new int[batch.pairs()];
                Arrays.setAll(pairs, pair -> pair);
                Stepper stepper = (depth, before, from, symbols) ->
                        new RecurrentNetwork.Rows(recorded.step(depth, from, symbols));
                return AutoregressiveEncoding.this.start(stepper, pairs);
            }

            @Override
            public EventScores score(PrefixTree tree) {
                return AutoregressiveEncoding.this.score(tree, history.finish(recorded));
            }
        }

        /** Computes the states of the recurrent network after prefixes of a given length. */
        private interface Stepper {
            /**
             * @param depth the length of the new prefixes
             * @param before the states after the prefixes that are one symbol shorter; null at depth 0
             * @param from the row of {@code before} that each new prefix continues; empty at depth 0
             */
            RecurrentNetwork.Rows step(int depth, RecurrentNetwork.@Nullable Rows before, int[] from, int[] symbols);
        }

        private final class RecurrentWalk implements SamplingWalk {
            private final Stepper stepper;
            private final int depth;
            private final int[] states;
            private final RecurrentNetwork.Rows h;

            RecurrentWalk(Stepper stepper, int depth, int[] states, RecurrentNetwork.Rows h) {
                this.stepper = stepper;
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
                BranchPoints branches = new BranchPoints(batch, states);
                double[] ofChoices = new double[0];
                if (branches.size() > 0) {
                    try (PointerScope inner = new PointerScope();
                            NoGradGuard guard = new NoGradGuard()) {
                        Tensor ofBranches = h.h().index_select(0, Torch.indices(branches.rows(), h.h()));
                        ofChoices = Torch.doubles(encodedHead.logits(branches, ofBranches));
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
                return new RecurrentWalk(stepper, depth + 1, next, stepper.step(depth + 1, h, from, marks));
            }

            @Override
            public SamplingWalk joinedWith(List<? extends SamplingWalk> others) {
                return new RecurrentWalk(
                        stepper,
                        depth,
                        SamplingWalk.statesOf(this, others),
                        h.joinedWith(others.stream()
                                .map(other -> ((RecurrentWalk) other).h)
                                .toList()));
            }

            @Override
            public void close() {
                h.close();
            }
        }
    }
}
