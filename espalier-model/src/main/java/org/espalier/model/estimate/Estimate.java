package org.espalier.model.estimate;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.espalier.fst.base.LogSpace;

/**
 * An estimated number.
 *
 * @param value the estimate
 * @param standardError the estimated standard deviation of the value over repetitions; 0 if the value is exact, NaN if it
 *     cannot be estimated, as from a single observation
 */
public record Estimate(double value, double standardError) implements Serializable {
    /** Returns the log of the sum of independent estimates given by their logs; its standard error is by the delta method. */
    public static Estimate logSum(List<Estimate> logs) {
        double sum = LogSpace.sum(logs.stream().mapToDouble(Estimate::value).toArray());
        double variance = 0;
        for (Estimate log : logs) {
            if (log.value > LogSpace.ZERO) {
                variance += Math.pow(Math.exp(log.value - sum) * log.standardError, 2);
            }
        }
        return new Estimate(sum, Math.sqrt(variance));
    }

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
