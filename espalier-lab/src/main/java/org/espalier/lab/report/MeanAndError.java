package org.espalier.lab.report;

import java.util.List;
import java.util.Locale;
import org.espalier.model.estimate.Estimate;

/**
 * A mean and its error.
 *
 * @param error the standard deviation over seeds or, for one seed, the standard error over pairs; NaN if unknown
 * @param standardError the standard error of the mean, over seeds or, for one seed, over pairs; NaN if unknown
 */
record MeanAndError(double mean, double error, double standardError) {
    /** An unknown number. */
    static final MeanAndError UNKNOWN = exactly(Double.NaN);

    /** The number of standard errors that a difference must have so as not to count as noise. */
    private static final double NOISE = 2;

    /** Returns a number without error. */
    static MeanAndError exactly(double value) {
        return new MeanAndError(value, Double.NaN, Double.NaN);
    }

    /** Returns the mean over seeds, given the estimate of each. */
    static MeanAndError of(List<Estimate> estimates) {
        if (estimates.size() == 1) {
            double error = estimates.get(0).standardError();
            return new MeanAndError(estimates.get(0).value(), error, error);
        }
        return ofValues(estimates.stream().map(Estimate::value).toList());
    }

    static MeanAndError ofValues(List<Double> values) {
        if (values.isEmpty()) {
            return UNKNOWN;
        }
        double mean = values.stream().mapToDouble(v -> v).average().orElseThrow();
        if (values.size() == 1) {
            return exactly(mean);
        }
        double squares =
                values.stream().mapToDouble(v -> (v - mean) * (v - mean)).sum();
        double deviation = Math.sqrt(squares / (values.size() - 1));
        return new MeanAndError(mean, deviation, deviation / Math.sqrt(values.size()));
    }

    /** Returns the same mean with its standard error in place of a deviation. */
    MeanAndError withStandardError() {
        return new MeanAndError(mean, standardError, standardError);
    }

    /** Returns whether this is lower than another by more than noise; false if one of them or its error is unknown. */
    boolean isClearlyBelow(MeanAndError other) {
        return other.mean - mean > NOISE * Math.hypot(standardError, other.standardError);
    }

    boolean isKnown() {
        return !Double.isNaN(mean);
    }

    /** Returns both numbers with this many decimals. */
    String text(int decimals) {
        if (!isKnown()) {
            return "";
        }
        return number(mean, decimals) + (Double.isNaN(error) ? "" : " ± " + number(error, decimals));
    }

    static String number(double value, int decimals) {
        if (Double.isNaN(value)) {
            return "";
        }
        if (Double.isInfinite(value)) {
            return value < 0 ? "−∞" : "∞";
        }
        String text = String.format(Locale.ROOT, "%." + decimals + "f", Math.abs(value));
        boolean zero = text.chars().allMatch(c -> c == '0' || c == '.');
        return (value < 0 && !zero ? "−" : "") + text;
    }

    /** Formats a time in seconds or milliseconds. */
    static String seconds(double seconds) {
        if (Double.isNaN(seconds)) {
            return "";
        }
        if (seconds >= 1) {
            return number(seconds, 2) + " s";
        }
        return seconds >= 0.1 ? number(1000 * seconds, 0) + " ms" : significant(1000 * seconds) + " ms";
    }

    private static String significant(double value) {
        return number(value, value >= 10 ? 1 : value >= 1 ? 2 : 3);
    }
}
