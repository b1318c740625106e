package org.espalier.model;

/** How exactly the large matrix products of a pass are computed; all else is computed as the parameters are. */
public enum MatrixPrecision {
    /** As the parameters are. */
    FULL,
    /**
     * Factors and products are rounded to bfloat16, 8 significant bits; the sums inside are not. Twice as fast, or more, on
     * processors with instructions for it, and slower than full products on others.
     */
    BFLOAT16;

    /** How many times as fast as full products these are on this machine, by a trial of some milliseconds. */
    public double timesAsFast() {
        return this == FULL ? 1 : CachedMatrix.roundedTimesAsFast();
    }
}
