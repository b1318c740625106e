package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;

/** Pearson's chi-square test of counts against probabilities. */
final class ChiSquare {
    /** Quantile for a false alarm rate of one in ten thousand. With fixed seeds a test passes always or never. */
    private static final double NORMAL_QUANTILE = 3.719;

    private static final double MIN_EXPECTED = 5;

    private ChiSquare() {}

    /** Outcomes expected fewer than five times are merged; if that is still too few, they are ignored. */
    static void assertFits(int[] counts, double[] probabilities, String what) {
        int draws = Arrays.stream(counts).sum();
        double statistic = 0;
        int bins = 0;
        double rareExpected = 0;
        int rareCount = 0;
        for (int i = 0; i < counts.length; i++) {
            double expected = draws * probabilities[i];
            if (expected < MIN_EXPECTED) {
                rareExpected += expected;
                rareCount += counts[i];
            } else {
                statistic += contribution(counts[i], expected);
                bins++;
            }
        }
        if (rareExpected >= MIN_EXPECTED) {
            statistic += contribution(rareCount, rareExpected);
            bins++;
        }
        if (bins > 1) {
            assertThat(statistic)
                    .as("chi-square with %d degrees of freedom, %s", bins - 1, what)
                    .isLessThan(critical(bins - 1));
        }
    }

    private static double contribution(int count, double expected) {
        return (count - expected) * (count - expected) / expected;
    }

    /** Uses the approximation of Wilson and Hilferty: the cube root of a chi-square is nearly normal. */
    private static double critical(int degrees) {
        double variance = 2.0 / (9 * degrees);
        return degrees * Math.pow(1 - variance + NORMAL_QUANTILE * Math.sqrt(variance), 3);
    }
}
