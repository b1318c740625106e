package org.espalier.model.estimate;

import java.util.Arrays;
import org.espalier.fst.base.LogSpace;

/**
 * An estimated number.
 *
 * @param standardError the standard deviation that the value would have over repetitions, itself estimated; NaN where a
 *     single observation tells nothing of it
 */
public record Estimate(double value, double standardError) {
    /** Returns the log of the mean of numbers given by their logs; its standard error is by the delta method. */
    static Estimate logMean(double... logs) {
        int[] once = new int[logs.length];
        Arrays.fill(once, 1);
        return logMean(logs, once);
    }

    /** Returns the log of the mean of numbers given by their logs, the i-th of which occurs {@code counts[i]} times. */
    static Estimate logMean(double[] logs, int[] counts) {
        double[] relative = LogSpace.relativeToMax(logs);
        RunningMean mean = new RunningMean();
        for (int i = 0; i < logs.length; i++) {
            mean.add(relative[i], counts[i]);
        }
        Estimate plain = mean.estimate();
        return new Estimate(LogSpace.max(logs) + Math.log(plain.value()), plain.standardError() / plain.value());
    }
}
