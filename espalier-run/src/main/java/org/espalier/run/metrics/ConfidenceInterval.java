package org.espalier.run.metrics;

/**
 * A value with a confidence interval.
 *
 * @param value the point estimate
 * @param low the lower end
 * @param high the upper end
 * @param level the confidence level, such as 0.95
 */
public record ConfidenceInterval(double value, double low, double high, double level) {
    /** Returns the interval of one minus the value. */
    public ConfidenceInterval complement() {
        return new ConfidenceInterval(1 - value, 1 - high, 1 - low, level);
    }
}
