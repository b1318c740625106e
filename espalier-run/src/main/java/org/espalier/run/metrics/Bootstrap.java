package org.espalier.run.metrics;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.espalier.fst.base.EspalierException;

/**
 * Percentile intervals by resampling: how much a number would change had other inputs been drawn. A resample draws as many
 * inputs as there are, with replacement. Numbers of the same inputs get the same resamples, so they can be compared.
 *
 * @param level how much of the resampled values an interval holds, between 0 and 1
 * @param seed what the resamples depend on, and nothing else
 */
public record Bootstrap(int resamples, double level, long seed) {
    /** 1000 resamples, 95 %. */
    public static Bootstrap of(long seed) {
        return new Bootstrap(1000, 0.95, seed);
    }

    public Bootstrap {
        if (resamples < 1) {
            throw new EspalierException("resamples must be at least 1; found " + resamples);
        }
        if (!(level > 0 && level < 1)) {
            throw new EspalierException("the level of an interval must lie between 0 and 1; found " + level);
        }
    }

    /** The mean of a number of each input. Complexity: resamples times inputs. */
    public ConfidenceInterval mean(double[] values) {
        double[] ones = new double[values.length];
        Arrays.fill(ones, 1);
        return ratio(values, ones);
    }

    /**
     * The sum of one number of each input over the sum of another: a rate where long inputs count more. Nothing of nothing
     * is 0.
     */
    public ConfidenceInterval ratio(double[] numerators, double[] denominators) {
        int n = numerators.length;
        if (n == 0 || denominators.length != n) {
            throw new EspalierException("a rate needs as many denominators as numerators, and some; found " + n
                    + " and " + denominators.length);
        }
        SplittableRandom random = new SplittableRandom(seed);
        double[] rates = new double[resamples];
        for (int r = 0; r < resamples; r++) {
            double above = 0;
            double below = 0;
            for (int k = 0; k < n; k++) {
                int drawn = random.nextInt(n);
                above += numerators[drawn];
                below += denominators[drawn];
            }
            rates[r] = rate(above, below);
        }
        Arrays.sort(rates);
        double rate = rate(
                Arrays.stream(numerators).sum(), Arrays.stream(denominators).sum());
        double tail = (1 - level) / 2;
        return new ConfidenceInterval(rate, quantile(rates, tail), quantile(rates, 1 - tail), level);
    }

    private static double rate(double above, double below) {
        return above == 0 ? 0 : above / below;
    }

    /** Of sorted values, with a straight line between two of them. */
    private static double quantile(double[] sorted, double share) {
        double place = share * (sorted.length - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.length - 1);
        // Equal values first: an infinite rate minus itself is no number.
        return sorted[below] == sorted[above]
                ? sorted[below]
                : sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }
}
