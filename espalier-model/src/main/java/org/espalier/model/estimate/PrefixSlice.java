package org.espalier.model.estimate;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import org.espalier.model.InputPlaces;
import org.espalier.model.LatticeBatch;
import org.espalier.model.MarkScorer;
import org.espalier.model.Model;
import org.espalier.model.PathSampler;
import org.jspecify.annotations.Nullable;

/**
 * Some prefixes of equal length, as rows of both models' walks, during a depth-first enumeration. Longer prefixes are
 * visited slice by slice; each slice is closed, which frees its memory, before the next one starts.
 */
final class PrefixSlice implements AutoCloseable {
    private final LatticeBatch batch;
    private final @Nullable PrefixSlice shorter;
    private final int[] from;
    private final int[] marks;
    private final double[] logQ;
    private final double[] logP;
    private final PathSampler.SamplingWalk sampler;
    private final MarkScorer.ScoringWalk scorer;

    private PrefixSlice(
            LatticeBatch batch,
            @Nullable PrefixSlice shorter,
            Extensions slice,
            PathSampler.SamplingWalk sampler,
            MarkScorer.ScoringWalk scorer) {
        this.batch = batch;
        this.shorter = shorter;
        this.from = slice.from;
        this.marks = slice.marks;
        this.logQ = slice.logQ;
        this.logP = slice.logP;
        this.sampler = sampler;
        this.scorer = scorer;
    }

    /** Returns the empty prefixes of some pairs. */
    static PrefixSlice empty(Model model, PathSampler.Encoded encoded, int... pairs) {
        int rows = pairs.length;
        Extensions roots = new Extensions(new int[0], new int[0], new int[0], new double[rows], new double[rows]);
        PathSampler.SamplingWalk sampler = encoded.walk(pairs);
        return new PrefixSlice(
                encoded.batch(),
                null,
                roots,
                sampler,
                model.scorer().walk(InputPlaces.of(model.scorer(), encoded.batch(), sampler.states())));
    }

    /** Splits 0 … count-1 into ranges of nearly equal size, none larger than {@code maxSize}. */
    static List<int[]> slices(int count, int maxSize) {
        List<int[]> result = new ArrayList<>();
        int slices = (int) ((count + (long) maxSize - 1) / maxSize);
        for (int k = 0; k < slices; k++) {
            int begin = (int) ((long) count * k / slices);
            int end = (int) ((long) count * (k + 1) / slices);
            int[] slice = new int[end - begin];
            Arrays.setAll(slice, i -> begin + i);
            result.add(slice);
        }
        return result;
    }

    /** Visits every string that begins with one of these prefixes. Strings may be longer than Java's stack is deep. */
    void visit(int maxRows, Exact.Visitor visitor) {
        Deque<Visit> open = new ArrayDeque<>();
        try {
            open.push(new Visit(this));
            while (!open.isEmpty()) {
                Visit last = open.element();
                if (last.longer == null) {
                    last.longer = slices(last.prefixes.extend(visitor), maxRows);
                } else if (last.longer.isEmpty()) {
                    open.pop();
                    last.closeUnless(this);
                } else {
                    open.push(new Visit(last.prefixes.extended(last.longer.remove())));
                }
            }
        } finally {
            open.forEach(visit -> visit.closeUnless(this));
        }
    }

    /** Prefixes that are being visited, and the longer ones that are still to be visited; null before these are known. */
    private static final class Visit {
        private final PrefixSlice prefixes;
        private @Nullable Queue<Extensions> longer;

        Visit(PrefixSlice prefixes) {
            this.prefixes = prefixes;
        }

        void closeUnless(PrefixSlice given) {
            if (prefixes != given) {
                prefixes.close();
            }
        }
    }

    private static Queue<Extensions> slices(Extensions all, int maxRows) {
        Queue<Extensions> result = new ArrayDeque<>();
        for (int[] slice : slices(all.from.length, maxRows)) {
            result.add(all.range(slice[0], slice[slice.length - 1] + 1));
        }
        return result;
    }

    private PrefixSlice extended(Extensions slice) {
        PathSampler.SamplingWalk longer = sampler.advance(slice.from, slice.ranks);
        return new PrefixSlice(
                batch,
                this,
                slice,
                longer,
                scorer.advance(slice.from, slice.marks, row -> batch.inputPosition(longer.state(row))));
    }

    @Override
    public void close() {
        sampler.close();
        scorer.close();
    }

    /** Visits the strings that end here and returns the prefixes that are longer by a mark. */
    private Extensions extend(Exact.Visitor visitor) {
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
                double stringLogQ = logQ[row] + q[offset + choice];
                double stringLogP = logP[row] + p[row * symbols + symbol];
                if (choice == batch.degree(state)) {
                    visitor.path(batch.pair(state), new ScoredString(string(row), stringLogQ, stringLogP));
                } else {
                    nextFrom.add(row);
                    nextRanks.add(choice);
                    nextMarks.add(symbol);
                    nextQ.add(stringLogQ);
                    nextP.add(stringLogP);
                }
            }
            offset += batch.choices(state);
        }
        return new Extensions(
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

    /** Prefixes to visit next: for each, the row it extends, its arc and mark, and its log-probabilities. */
    private static final class Extensions {
        private final int[] from;
        private final int[] ranks;
        private final int[] marks;
        private final double[] logQ;
        private final double[] logP;

        Extensions(int[] from, int[] ranks, int[] marks, double[] logQ, double[] logP) {
            this.from = from;
            this.ranks = ranks;
            this.marks = marks;
            this.logQ = logQ;
            this.logP = logP;
        }

        Extensions range(int begin, int end) {
            return new Extensions(
                    Arrays.copyOfRange(from, begin, end),
                    Arrays.copyOfRange(ranks, begin, end),
                    Arrays.copyOfRange(marks, begin, end),
                    Arrays.copyOfRange(logQ, begin, end),
                    Arrays.copyOfRange(logP, begin, end));
        }
    }
}
