package org.espalier.model;

/** The precision of the large matrix products of a pass. Everything else has the precision of the parameters. */
public enum MatrixPrecision {
    /** The precision of the parameters. */
    FULL,
    /**
     * Factors and products are rounded to bfloat16, which has 8 significant bits; sums inside a product are not. Products are
     * at least twice as fast on processors that support it, and slower than full ones on others.
     */
    BFLOAT16;

    /** Measures, in some milliseconds, how many times as fast as full products these are on this machine. */
    public double relativeSpeed() {
        return this == FULL ? 1 : CachedMatrix.relativeSpeedOfRounding();
    }
}
