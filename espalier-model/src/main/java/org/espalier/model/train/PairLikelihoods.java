package org.espalier.model.train;

import java.util.Arrays;
import java.util.function.IntPredicate;
import org.espalier.fst.base.LogSpace;

/**
 * For each training pair, the mean importance weight p̃/q of all strings drawn for it so far: an unbiased estimate of p̃(x, y)
 * under a scorer that does not change, better with every visit of the pair.
 */
final class PairLikelihoods {
    private double[] logSum = {};
    private double[] count = {};

    /** Returns log p̃(x, y), estimated from all strings so far and some more. */
    double with(int pair, double moreLogSum, int more) {
        return isKnown(pair)
                ? LogSpace.add(logSum[pair], moreLogSum) - Math.log(count[pair] + more)
                : moreLogSum - Math.log(more);
    }

    private boolean isKnown(int pair) {
        return pair < count.length && count[pair] > 0;
    }

    /** Adds strings of a pair, given by the log of the sum of their weights and their number, unless it is not finite. */
    void add(int pair, double moreLogSum, int more) {
        if (!Double.isFinite(moreLogSum)) {
            return;
        }
        if (pair >= count.length) {
            int size = Math.max(pair + 1, 2 * count.length);
            logSum = Arrays.copyOf(logSum, size);
            count = Arrays.copyOf(count, size);
        }
        logSum[pair] = isKnown(pair) ? LogSpace.add(logSum[pair], moreLogSum) : moreLogSum;
        count[pair] += more;
    }

    /** Returns everything as numbers: for each pair the log of the sum of weights, then for each pair the number of strings. */
    double[] toArray(int pairs) {
        double[] result = new double[2 * pairs];
        System.arraycopy(logSum, 0, result, 0, Math.min(pairs, count.length));
        System.arraycopy(count, 0, result, pairs, Math.min(pairs, count.length));
        return result;
    }

    /** Restores what {@link #toArray} returned for some pairs, and forgets the others. */
    void restore(double[] numbers, IntPredicate kept) {
        int pairs = numbers.length / 2;
        logSum = Arrays.copyOf(numbers, pairs);
        count = Arrays.copyOfRange(numbers, pairs, 2 * pairs);
        for (int pair = 0; pair < pairs; pair++) {
            if (!kept.test(pair)) {
                logSum[pair] = 0;
                count[pair] = 0;
            }
        }
    }
}
