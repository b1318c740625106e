package org.espalier.run.metrics;

/**
 * A value with a confidence interval.
 *
 * @param level how much of the distribution the interval holds, such as 0.95
 */
public record ConfidenceInterval(double value, double low, double high, double level) {
    /** The interval of one minus the value. */
    public ConfidenceInterval complement() {
        return new ConfidenceInterval(1 - value, 1 - high, 1 - low, level);
    }
}
