package org.espalier.model.estimate;

/** The mean of numbers that come one by one, with its standard error. In Welford's way, which loses no digits. */
public final class RunningMean {
    private long count;
    private double mean;
    private double squares;

    public void add(double value) {
        count++;
        double before = value - mean;
        mean += before / count;
        squares += before * (value - mean);
    }

    /** The same number so many times. */
    void add(double value, int times) {
        double before = value - mean;
        count += times;
        mean += before * times / count;
        squares += times * before * (value - mean);
    }

    public long count() {
        return count;
    }

    /** NaN before the first number. */
    public Estimate estimate() {
        return new Estimate(
                count == 0 ? Double.NaN : mean, count < 2 ? Double.NaN : Math.sqrt(squares / (count - 1) / count));
    }
}
