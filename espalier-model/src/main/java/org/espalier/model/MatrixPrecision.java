package org.espalier.model;

/** How exactly the large matrix products of a pass are computed; all else is computed as the parameters are. */
public enum MatrixPrecision {
    /** As the parameters are. */
    FULL,
    /**
     * Factors and products are rounded to bfloat16, 8 significant bits, while sums inside are not. Several times as fast on
     * processors with instructions for it, and slower than the full products on others.
     */
    BFLOAT16
}
