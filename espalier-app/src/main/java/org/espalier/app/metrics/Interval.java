package org.espalier.app.metrics;

/**
 * A value with a confidence interval.
 *
 * @param level how much of the distribution the interval holds, such as 0.95
 */
public record Interval(double value, double low, double high, double level) {
    /** The interval of one minus the value. */
    public Interval complement() {
        return new Interval(1 - value, 1 - high, 1 - low, level);
    }
}
