package org.espalier.run.metrics;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.espalier.fst.base.EspalierException;

/**
 * Computes percentile confidence intervals by bootstrap resampling over inputs. A resample draws n of the n inputs with
 * replacement. Metrics of the same inputs use the same resamples, so their intervals can be compared.
 *
 * @param resamples the number of resamples
 * @param level the confidence level, between 0 and 1
 * @param seed the random seed, which alone determines the resamples
 */
public record Bootstrap(int resamples, double level, long seed) {
    /** Returns a bootstrap with 1000 resamples and level 0.95. */
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

    /** Returns the weighted mean of one value per input with its interval. Complexity: O(resamples · inputs). */
    public ConfidenceInterval mean(double[] values, double[] weights) {
        double[] weighted = values.clone();
        Arrays.setAll(weighted, k -> weights[k] * values[k]);
        return ratio(weighted, weights);
    }

    /**
     * Returns Σ numerators / Σ denominators with its interval, where 0 / 0 is 0. Complexity: O(resamples · inputs).
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
        double rate = rate(
                Arrays.stream(numerators).sum(), Arrays.stream(denominators).sum());
        return interval(rate, rates);
    }

    /**
     * Returns a statistic of inputs with its interval, which is shifted so that the mean of the resamples is the statistic itself. Resamples
     * repeat inputs, so that a statistic that grows with scatter, such as an absolute difference, is larger in them.
     *
     * @param n the number of inputs
     * @param statistic computes the statistic from how often each input is drawn. The array is reused
     */
    public ConfidenceInterval statistic(int n, ToDoubleFunction<double[]> statistic) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] counts = new double[n];
        double[] values = new double[resamples];
        for (int r = 0; r < resamples; r++) {
            Arrays.fill(counts, 0);
            for (int k = 0; k < n; k++) {
                counts[random.nextInt(n)]++;
            }
            values[r] = statistic.applyAsDouble(counts);
        }
        Arrays.fill(counts, 1);
        double value = statistic.applyAsDouble(counts);
        double excess = Arrays.stream(values).sum() / resamples - value;
        return interval(value, Arrays.stream(values).map(each -> each - excess).toArray());
    }

    /** Returns the mean of a number over simulations, as many as there are resamples, and the interval in which most of them lie. */
    public ConfidenceInterval simulation(ToDoubleFunction<SplittableRandom> number) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] values = new double[resamples];
        Arrays.setAll(values, r -> number.applyAsDouble(random));
        return interval(Arrays.stream(values).sum() / resamples, values);
    }

    private ConfidenceInterval interval(double value, double[] resampled) {
        Arrays.sort(resampled);
        double tail = (1 - level) / 2;
        return new ConfidenceInterval(value, quantile(resampled, tail), quantile(resampled, 1 - tail), level);
    }

    private static double rate(double above, double below) {
        return above == 0 ? 0 : above / below;
    }

    /** Returns a quantile of sorted values, with linear interpolation. */
    private static double quantile(double[] sorted, double q) {
        double place = q * (sorted.length - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.length - 1);
        // Equal values are not interpolated: an infinite rate minus itself is NaN.
        return sorted[below] == sorted[above]
                ? sorted[below]
                : sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }

    /** Returns a number of each item, as {@link #mean} takes them. */
    static <T> double[] numbers(List<T> items, ToDoubleFunction<T> number) {
        return items.stream().mapToDouble(number).toArray();
    }
}
