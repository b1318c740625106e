package org.espalier.model.estimate;

import java.util.random.RandomGenerator;

/** Draws from discrete distributions over a few outcomes. */
final class Multinomial {
    private Multinomial() {}

    /**
     * Draws independently and returns the number of draws of each outcome. The weights {@code weights[begin … end-1]} need not
     * sum to 1, but their sum must be positive. Complexity: O(n + draws · log n) for n outcomes.
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

    /**
     * Returns the first outcome whose cumulative weight is above a value. Outcomes of weight 0 are never returned; a value
     * that rounding made equal to the total gives the last outcome with positive weight.
     */
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
