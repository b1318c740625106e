package org.espalier.model;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.stream.LongStream;

/**
 * A scorer for tests in plain Java: log p(· | prefix) is a softmax whose logits are pseudorandom functions of the whole
 * prefix, as if looked up in a table of all prefixes.
 */
public final class TableScorer implements MarkScorer {
    private final int marks;
    private final long seed;
    private final double spread;

    /** The largest number of rows of any walk. */
    private int mostRows;

    /** @param spread the standard deviation of the logits */
    public TableScorer(int marks, long seed, double spread) {
        this.marks = marks;
        this.seed = seed;
        this.spread = spread;
    }

    public int mostRows() {
        return mostRows;
    }

    @Override
    public int marks() {
        return marks;
    }

    @Override
    public Parameters parameters() {
        throw new UnsupportedOperationException("a table has no parameters");
    }

    @Override
    public MarkScorer replica() {
        return this;
    }

    /** Returns log p(· | prefix). */
    public double[] logProbabilities(int... prefix) {
        long key = seed;
        for (int mark : prefix) {
            key = longer(key, mark);
        }
        return row(key);
    }

    /** Returns log p̃ of a whole string. */
    public double logP(int... string) {
        double sum = 0;
        for (int t = 0; t <= string.length; t++) {
            sum += logProbabilities(Arrays.copyOf(string, t))[t < string.length ? string[t] : marks];
        }
        return sum;
    }

    @Override
    public EventScores score(PrefixTree tree, Pass pass) {
        long[] keys = new long[tree.nodes()];
        for (int node = 0; node < keys.length; node++) {
            keys[node] = tree.parent(node) < 0 ? seed : longer(keys[tree.parent(node)], tree.mark(node));
        }
        double[] result = new double[tree.events()];
        Arrays.setAll(result, event -> row(keys[tree.prefix(event)])[tree.symbol(event)]);
        return new FixedScores(result);
    }

    @Override
    public ScoringWalk walk(InputPlaces places) {
        long[] keys = new long[places.rows()];
        Arrays.fill(keys, seed);
        return new TableWalk(keys);
    }

    static long longer(long key, int mark) {
        return new SplittableRandom(key + 0x1234567L * (mark + 1)).nextLong();
    }

    private double[] row(long key) {
        return logSoftmax(key, spread, marks + 1);
    }

    static double[] logSoftmax(long key, double spread, int size) {
        SplittableRandom random = new SplittableRandom(key);
        double[] logits = random.doubles(size)
                .map(u -> spread * Math.log(Math.max(u, 1e-9) / Math.max(1 - u, 1e-9)) / 1.8)
                .toArray();
        double sum = Math.log(Arrays.stream(logits).map(Math::exp).sum());
        return Arrays.stream(logits).map(logit -> logit - sum).toArray();
    }

    private final class TableWalk implements ScoringWalk {
        private final long[] keys;

        TableWalk(long[] keys) {
            this.keys = keys;
            mostRows = Math.max(mostRows, keys.length);
        }

        @Override
        public int rows() {
            return keys.length;
        }

        @Override
        public double[] logProbabilities() {
            double[] result = new double[keys.length * (marks + 1)];
            for (int row = 0; row < keys.length; row++) {
                double[] ofRow = row(keys[row]);
                for (int symbol = 0; symbol <= marks; symbol++) {
                    result[row * (marks + 1) + symbol] = ofRow[symbol];
                }
            }
            return result;
        }

        @Override
        public ScoringWalk advance(int[] from, int[] by, IntUnaryOperator position) {
            long[] next = new long[from.length];
            Arrays.setAll(next, i -> longer(keys[from[i]], by[i]));
            return new TableWalk(next);
        }

        @Override
        public ScoringWalk joinedWith(List<? extends ScoringWalk> others) {
            LongStream keysOfOthers = others.stream().flatMapToLong(other -> Arrays.stream(((TableWalk) other).keys));
            return new TableWalk(
                    LongStream.concat(Arrays.stream(keys), keysOfOthers).toArray());
        }
    }

    /** Scores without a backward pass. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record FixedScores(double[] logProbabilities) implements EventScores {
        @Override
        public void backward(double[] gradient) {
            throw new UnsupportedOperationException("a table has no gradient");
        }
    }
}
