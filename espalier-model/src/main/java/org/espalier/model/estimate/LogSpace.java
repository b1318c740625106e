package org.espalier.model.estimate;

import java.util.Arrays;

/** Sums and means of numbers that are given by their logs, however far these are from 0. */
final class LogSpace {
    private LogSpace() {}

    static double max(double[] logs) {
        double max = Double.NEGATIVE_INFINITY;
        for (double log : logs) {
            max = Math.max(max, log);
        }
        return max;
    }

    /** The numbers, all divided by the largest. */
    static double[] relativeToMax(double[] logs) {
        double max = max(logs);
        double[] result = new double[logs.length];
        Arrays.setAll(result, i -> Math.exp(logs[i] - max));
        return result;
    }

    static double logSum(double[] logs) {
        return max(logs) + Math.log(Arrays.stream(relativeToMax(logs)).sum());
    }

    /** The log of the mean, with its standard error by the delta method: that of the mean, divided by the mean. */
    static Estimate logMean(double[] logs) {
        int[] once = new int[logs.length];
        Arrays.fill(once, 1);
        return logMean(logs, once);
    }

    /** The same of numbers that each occur so many times. */
    static Estimate logMean(double[] logs, int[] counts) {
        double[] relative = relativeToMax(logs);
        RunningMean mean = new RunningMean();
        for (int i = 0; i < logs.length; i++) {
            mean.add(relative[i], counts[i]);
        }
        Estimate plain = mean.estimate();
        return new Estimate(max(logs) + Math.log(plain.value()), plain.standardError() / plain.value());
    }
}
