package org.espalier.fst.base;

import java.util.Arrays;

/** Arithmetic on the natural logarithms of numbers. Negative infinity is the log of zero. */
public final class LogSpace {
    /** The log of zero. */
    public static final double ZERO = Double.NEGATIVE_INFINITY;

    private LogSpace() {}

    /** Returns log(eᵃ + eᵇ). */
    public static double add(double a, double b) {
        double high = a < b ? b : a;
        double low = a < b ? a : b;
        return low == ZERO ? high : high + Math.log1p(Math.exp(low - high));
    }

    /** Returns log(eᵃ − eᵇ). Requires a ≥ b. */
    public static double subtract(double a, double b) {
        return b == ZERO ? a : a + Math.log1p(-Math.exp(b - a));
    }

    /** Returns the log of the sum of all numbers. */
    public static double sum(double... logs) {
        return sum(logs, 0, logs.length);
    }

    /** Returns the log of the mean of all numbers, at least one. */
    public static double mean(double... logs) {
        return sum(logs) - Math.log(logs.length);
    }

    /** Returns the log of the sum of the numbers from index {@code from} up to, but not including, {@code to}. */
    public static double sum(double[] logs, int from, int to) {
        double max = ZERO;
        for (int i = from; i < to; i++) {
            max = Math.max(max, logs[i]);
        }
        if (max == ZERO) {
            return ZERO;
        }
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += Math.exp(logs[i] - max);
        }
        return max + Math.log(sum);
    }

    /** Returns the largest of the logs, or the log of zero if there is none. */
    public static double max(double... logs) {
        double max = ZERO;
        for (double log : logs) {
            max = Math.max(max, log);
        }
        return max;
    }

    /** Returns the numbers themselves, each divided by the largest. */
    public static double[] relativeToMax(double... logs) {
        double max = max(logs);
        double[] result = new double[logs.length];
        Arrays.setAll(result, i -> Math.exp(logs[i] - max));
        return result;
    }
}
