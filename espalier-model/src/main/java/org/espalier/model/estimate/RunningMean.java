package org.espalier.model.estimate;

/** Accumulates numbers into their mean and its standard error, by Welford's numerically stable recurrence. */
public final class RunningMean {
    private long count;
    private double mean;
    private double squares;

    /** Adds a number. */
    public void add(double value) {
        count++;
        double before = value - mean;
        mean += before / count;
        squares += before * (value - mean);
    }

    /** Adds a number several times. */
    void add(double value, int times) {
        double before = value - mean;
        count += times;
        mean += before * times / count;
        squares += times * before * (value - mean);
    }

    /** Returns how many numbers were added. */
    public long count() {
        return count;
    }

    /** Returns the mean, which is NaN before the first number, with its standard error. */
    public Estimate estimate() {
        return new Estimate(
                count == 0 ? Double.NaN : mean, count < 2 ? Double.NaN : Math.sqrt(squares / (count - 1) / count));
    }
}
