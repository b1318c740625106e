package org.espalier.lab.task;

import org.espalier.fst.base.EspalierException;

/** How many pairs each part of the data has at most; where there are more, the seed chooses. */
public record SplitSizes(int train, int valid, int test) {
    /** All the pairs there are. */
    public static final SplitSizes UNBOUNDED = new SplitSizes(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);

    public SplitSizes {
        requirePositive("train", train);
        requirePositive("valid", valid);
        requirePositive("test", test);
    }

    private static void requirePositive(String split, int size) {
        if (size < 1) {
            throw new EspalierException("the " + split + " part cannot have " + size + " pairs; allow at least 1");
        }
    }
}
