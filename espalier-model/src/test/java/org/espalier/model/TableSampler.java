package org.espalier.model;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * A sampler for tests in plain Java: log q(· | prefix, x, y) is a softmax over the choices of the lattice, whose logits are
 * pseudorandom functions of the pair and the whole prefix.
 */
public final class TableSampler implements PathSampler {
    private final long seed;
    private final double spread;

    public TableSampler(long seed, double spread) {
        this.seed = seed;
        this.spread = spread;
    }

    @Override
    public Parameters parameters() {
        throw new UnsupportedOperationException("a table has no parameters");
    }

    @Override
    public PathSampler replica() {
        return this;
    }

    @Override
    public Encoded encode(LatticeBatch batch, Pass pass) {
        return new Tables(batch);
    }

    /** Returns log q of a whole string of one pair. */
    public double logQ(LatticeBatch batch, int pair, int... string) {
        Tables tables = new Tables(batch);
        long key = tables.root(pair);
        int state = batch.root(pair);
        double sum = 0;
        for (int mark : string) {
            int choice = batch.choice(state, mark);
            sum += tables.row(key, state)[choice];
            key = TableScorer.longer(key, mark);
            state = batch.target(batch.arc(state, choice));
        }
        return sum + tables.row(key, state)[batch.choice(state, batch.marks())];
    }

    private final class Tables implements Encoded {
        private final LatticeBatch batch;

        Tables(LatticeBatch batch) {
            this.batch = batch;
        }

        @Override
        public LatticeBatch batch() {
            return batch;
        }

        long root(int pair) {
            var lattice = batch.lattices().get(pair);
            return seed + 31L * Arrays.hashCode(lattice.input()) + Arrays.hashCode(lattice.output());
        }

        double[] row(long key, int state) {
            return TableScorer.logSoftmax(key, spread, batch.choices(state));
        }

        @Override
        public EventScores score(PrefixTree tree) {
            long[] keys = new long[tree.nodes()];
            for (int node = 0; node < keys.length; node++) {
                keys[node] = tree.parent(node) < 0
                        ? root(node)
                        : TableScorer.longer(keys[tree.parent(node)], tree.mark(node));
            }
            double[] result = new double[tree.events()];
            Arrays.setAll(result, event -> {
                int state = tree.state(tree.prefix(event));
                return row(keys[tree.prefix(event)], state)[batch.choice(state, tree.symbol(event))];
            });
            return new TableScorer.FixedScores(result);
        }

        @Override
        public SamplingWalk walk(int[] pairs) {
            return new TableWalk(
                    this,
                    Arrays.stream(pairs).mapToLong(this::root).toArray(),
                    Arrays.stream(pairs).map(batch::root).toArray());
        }
    }

    private static final class TableWalk implements SamplingWalk {
        private final Tables tables;
        private final long[] keys;
        private final int[] states;

        TableWalk(Tables tables, long[] keys, int[] states) {
            this.tables = tables;
            this.keys = keys;
            this.states = states;
        }

        @Override
        public int rows() {
            return keys.length;
        }

        @Override
        public int state(int row) {
            return states[row];
        }

        @Override
        public double[] logProbabilities() {
            return IntStream.range(0, keys.length)
                    .boxed()
                    .flatMapToDouble(row -> Arrays.stream(tables.row(keys[row], states[row])))
                    .toArray();
        }

        @Override
        public SamplingWalk advance(int[] from, int[] ranks) {
            long[] nextKeys = new long[from.length];
            int[] nextStates = new int[from.length];
            for (int i = 0; i < from.length; i++) {
                int arc = tables.batch.arc(states[from[i]], ranks[i]);
                nextKeys[i] = TableScorer.longer(keys[from[i]], tables.batch.mark(arc));
                nextStates[i] = tables.batch.target(arc);
            }
            return new TableWalk(tables, nextKeys, nextStates);
        }

        @Override
        public SamplingWalk joinedWith(List<? extends SamplingWalk> others) {
            LongStream keysOfOthers = others.stream().flatMapToLong(other -> Arrays.stream(((TableWalk) other).keys));
            return new TableWalk(
                    tables,
                    LongStream.concat(Arrays.stream(keys), keysOfOthers).toArray(),
                    SamplingWalk.statesOf(this, others));
        }
    }
}
