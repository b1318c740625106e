package org.espalier.model.estimate;

import java.util.random.RandomGenerator;

/** Draws from distributions over a few outcomes. */
final class Multinomial {
    private Multinomial() {}

    /**
     * How many of so many draws fall on each of the outcomes with weights {@code weights[begin … end-1]}, which need not add
     * up to 1 but must have a sum above 0. Complexity: outcomes plus draws times their log.
     */
    static int[] counts(int draws, double[] weights, int begin, int end, RandomGenerator random) {
        int outcomes = end - begin;
        int[] counts = new int[outcomes];
        if (outcomes == 1) {
            counts[0] = draws;
            return counts;
        }
        double[] upTo = new double[outcomes];
        double sum = 0;
        for (int i = 0; i < outcomes; i++) {
            sum += weights[begin + i];
            upTo[i] = sum;
        }
        for (int draw = 0; draw < draws; draw++) {
            counts[firstAbove(upTo, random.nextDouble() * sum)]++;
        }
        return counts;
    }

    /** Skips outcomes of weight 0: their sums are not above those before them. A product that rounds up to the sum itself
     * goes to the last outcome that has weight. */
    private static int firstAbove(double[] upTo, double value) {
        double bounded = Math.min(value, Math.nextDown(upTo[upTo.length - 1]));
        int low = 0;
        int high = upTo.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (upTo[middle] > bounded) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
