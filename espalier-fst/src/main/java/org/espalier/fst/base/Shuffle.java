package org.espalier.fst.base;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/** The Fisher–Yates shuffle, with a generator that gives the same numbers on all platforms. */
public final class Shuffle {
    private Shuffle() {}

    /** Returns the items in random order. Complexity: linear in the items. */
    public static <T> List<T> of(List<T> items, SplittableRandom random) {
        List<T> shuffled = new ArrayList<>(items);
        for (int k = shuffled.size() - 1; k > 0; k--) {
            Collections.swap(shuffled, k, random.nextInt(k + 1));
        }
        return shuffled;
    }

    /**
     * Returns a random sample of at most {@code max} items. With the same generator, a smaller sample is a prefix of a
     * larger one.
     */
    public static <T> List<T> sample(List<T> items, int max, SplittableRandom random) {
        return List.copyOf(of(items, random).subList(0, Math.min(max, items.size())));
    }
}
