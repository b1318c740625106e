package org.espalier.model.estimate;

/**
 * An estimated number.
 *
 * @param standardError the standard deviation that the value would have over repetitions, itself estimated; NaN where a
 *     single observation tells nothing of it
 */
public record Estimate(double value, double standardError) {}
