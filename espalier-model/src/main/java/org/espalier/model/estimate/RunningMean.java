package org.espalier.model.estimate;

/**
 * Accumulates numbers into their mean and its standard error, by Welford's numerically stable recurrence. A number of weight 2
 * counts as two numbers.
 */
public final class RunningMean {
    private double weight;
    private double mean;
    private double squares;

    /** Adds a number. */
    public void add(double value) {
        add(value, 1);
    }

    /** Adds a number with a weight. */
    public void add(double value, double ofValue) {
        double before = value - mean;
        weight += ofValue;
        mean += before * ofValue / weight;
        // The two differences have the same sign, but for rounding where numbers are equal.
        squares += Math.max(0, ofValue * before * (value - mean));
    }

    /** Returns the weight of all numbers: how many were added, if each has weight 1. */
    public double weight() {
        return weight;
    }

    /** Returns the mean, which is NaN before the first number, with its standard error. */
    public Estimate estimate() {
        return new Estimate(
                weight == 0 ? Double.NaN : mean, weight > 1 ? Math.sqrt(squares / (weight - 1) / weight) : Double.NaN);
    }
}
