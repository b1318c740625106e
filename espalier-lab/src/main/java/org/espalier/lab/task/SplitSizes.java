package org.espalier.lab.task;

import org.espalier.fst.base.EspalierException;

/** The maximum number of pairs of each part of the data. If there are more, the seed decides which are taken. */
public record SplitSizes(int train, int valid, int test) {
    /** No limit. */
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
