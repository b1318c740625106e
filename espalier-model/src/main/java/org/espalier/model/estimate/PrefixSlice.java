package org.espalier.model.estimate;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.model.LatticeBatch;
import org.espalier.model.MarkScorer;
import org.espalier.model.Model;
import org.espalier.model.PathSampler;
import org.jspecify.annotations.Nullable;

/**
 * Some prefixes of one length, rows of both models' walks, on the way through all of them. What is longer is visited slice
 * by slice, and each slice is closed, so that what was computed for it is gone before the next begins.
 */
final class PrefixSlice implements AutoCloseable {
    private final LatticeBatch batch;
    private final @Nullable PrefixSlice shorter;
    private final int[] from;
    private final int[] marks;
    private final double[] logQ;
    private final double[] logP;
    private final PathSampler.Walk sampler;
    private final MarkScorer.Walk scorer;

    private PrefixSlice(
            LatticeBatch batch,
            @Nullable PrefixSlice shorter,
            Longer slice,
            PathSampler.Walk sampler,
            MarkScorer.Walk scorer) {
        this.batch = batch;
        this.shorter = shorter;
        this.from = slice.from;
        this.marks = slice.marks;
        this.logQ = slice.logQ;
        this.logP = slice.logP;
        this.sampler = sampler;
        this.scorer = scorer;
    }

    /** The empty prefixes of some pairs. */
    static PrefixSlice empty(Model model, PathSampler.Encoded encoded, int... pairs) {
        int rows = pairs.length;
        Longer roots = new Longer(new int[0], new int[0], new int[0], new double[rows], new double[rows]);
        return new PrefixSlice(
                encoded.batch(),
                null,
                roots,
                encoded.walk(pairs),
                model.scorer().walk(rows));
    }

    /** Ranges of 0 … count-1 of nearly equal size, none larger than a bound. */
    static List<int[]> slices(int count, int most) {
        List<int[]> result = new ArrayList<>();
        int slices = (int) ((count + (long) most - 1) / most);
        for (int k = 0; k < slices; k++) {
            int begin = (int) ((long) count * k / slices);
            int end = (int) ((long) count * (k + 1) / slices);
            int[] slice = new int[end - begin];
            Arrays.setAll(slice, i -> begin + i);
            result.add(slice);
        }
        return result;
    }

    void visit(int maxRows, Exact.Visitor visitor) {
        Longer longer = extend(visitor);
        for (int[] slice : slices(longer.from.length, maxRows)) {
            try (PrefixSlice next = grown(longer.part(slice[0], slice[slice.length - 1] + 1))) {
                next.visit(maxRows, visitor);
            }
        }
    }

    private PrefixSlice grown(Longer part) {
        return new PrefixSlice(
                batch, this, part, sampler.advance(part.from, part.ranks), scorer.advance(part.from, part.marks));
    }

    @Override
    public void close() {
        sampler.close();
        scorer.close();
    }

    /** Visits the strings that end here, and gives the prefixes that are longer by a mark. */
    private Longer extend(Exact.Visitor visitor) {
        double[] q = sampler.logProbabilities();
        double[] p = scorer.logProbabilities();
        int symbols = batch.marks() + 1;
        IntArrayList nextFrom = new IntArrayList();
        IntArrayList nextRanks = new IntArrayList();
        IntArrayList nextMarks = new IntArrayList();
        DoubleArrayList nextQ = new DoubleArrayList();
        DoubleArrayList nextP = new DoubleArrayList();
        int offset = 0;
        for (int row = 0; row < sampler.rows(); row++) {
            int state = sampler.state(row);
            for (int choice = 0; choice < batch.choices(state); choice++) {
                int symbol = batch.symbol(state, choice);
                double itsQ = logQ[row] + q[offset + choice];
                double itsP = logP[row] + p[row * symbols + symbol];
                if (choice == batch.degree(state)) {
                    visitor.path(batch.pair(state), new ScoredString(string(row), itsQ, itsP));
                } else {
                    nextFrom.add(row);
                    nextRanks.add(choice);
                    nextMarks.add(symbol);
                    nextQ.add(itsQ);
                    nextP.add(itsP);
                }
            }
            offset += batch.choices(state);
        }
        return new Longer(
                nextFrom.toIntArray(),
                nextRanks.toIntArray(),
                nextMarks.toIntArray(),
                nextQ.toDoubleArray(),
                nextP.toDoubleArray());
    }

    private int[] string(int row) {
        IntArrayList reversed = new IntArrayList();
        int at = row;
        PrefixSlice prefixes = this;
        for (PrefixSlice before = shorter; before != null; before = before.shorter) {
            reversed.add(prefixes.marks[at]);
            at = prefixes.from[at];
            prefixes = before;
        }
        int[] string = new int[reversed.size()];
        Arrays.setAll(string, t -> reversed.getInt(string.length - 1 - t));
        return string;
    }

    /** Prefixes that are about to be: the row each grows from, its arc and mark, and its log-probabilities. */
    private static final class Longer {
        private final int[] from;
        private final int[] ranks;
        private final int[] marks;
        private final double[] logQ;
        private final double[] logP;

        Longer(int[] from, int[] ranks, int[] marks, double[] logQ, double[] logP) {
            this.from = from;
            this.ranks = ranks;
            this.marks = marks;
            this.logQ = logQ;
            this.logP = logP;
        }

        Longer part(int begin, int end) {
            return new Longer(
                    Arrays.copyOfRange(from, begin, end),
                    Arrays.copyOfRange(ranks, begin, end),
                    Arrays.copyOfRange(marks, begin, end),
                    Arrays.copyOfRange(logQ, begin, end),
                    Arrays.copyOfRange(logP, begin, end));
        }
    }
}
