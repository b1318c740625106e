package org.espalier.model.search;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.espalier.model.MarkScorer;

/**
 * The bigrams of a joint scorer: for each mark, the mean distribution of the symbol after it, over strings drawn from the scorer.
 * They are what a table can know of a network, and estimate what it will say about marks that it has not seen yet.
 *
 * @param symbols |Ω|+1; the last symbol is EOS
 * @param probabilities p(next | mark), one row per mark
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record MarkBigrams(int symbols, double[] probabilities) {
    /** The largest number of marks; a table for more would take longer than it saves. */
    static final int MAX_MARKS = 1 << 10;

    private static final long SEED = 1;

    /** The number of strings that begin with each mark, and the number of marks that are drawn after it. */
    private static final int STRINGS = 3;

    private static final int LENGTH = 12;

    /** The largest number of strings, which bounds the time for large alphabets. */
    private static final int MAX_STRINGS = 1 << 11;

    /** Draws strings that begin with every mark. The result depends on the scorer alone. */
    static MarkBigrams of(MarkScorer scorer) {
        int marks = scorer.marks();
        int symbols = marks + 1;
        double[] sums = new double[marks * symbols];
        double[] counts = new double[marks];
        int strings = Math.max(marks, Math.min(STRINGS * marks, MAX_STRINGS));
        SplittableRandom random = new SplittableRandom(SEED);
        int[] from = new int[strings];
        int[] last = new int[strings];
        Arrays.setAll(last, row -> row % marks);
        MarkScorer.ScoringWalk walk = scorer.walk(1);
        try {
            for (int length = 1; length <= Math.min(LENGTH, scorer.maxMarks()) && last.length > 0; length++) {
                MarkScorer.ScoringWalk longer = walk.advance(from, last);
                walk.close();
                walk = longer;
                double[] logP = walk.logProbabilities();
                int alive = 0;
                int[] nextFrom = new int[last.length];
                int[] next = new int[last.length];
                for (int row = 0; row < last.length; row++) {
                    double remaining = random.nextDouble();
                    int drawn = marks;
                    for (int symbol = 0; symbol < symbols; symbol++) {
                        double p = Math.exp(logP[row * symbols + symbol]);
                        sums[last[row] * symbols + symbol] += p;
                        if (remaining >= 0 && (remaining -= p) < 0) {
                            drawn = symbol;
                        }
                    }
                    counts[last[row]]++;
                    if (drawn < marks) {
                        nextFrom[alive] = row;
                        next[alive++] = drawn;
                    }
                }
                from = Arrays.copyOf(nextFrom, alive);
                last = Arrays.copyOf(next, alive);
            }
        } finally {
            walk.close();
        }
        for (int k = 0; k < sums.length; k++) {
            sums[k] /= Math.max(1, counts[k / symbols]);
        }
        return new MarkBigrams(symbols, sums);
    }

    double after(int mark, int symbol) {
        return probabilities[mark * symbols + symbol];
    }
}
