package org.espalier.fst.base;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/** The shuffle of Fisher and Yates, by a generator whose numbers are the same everywhere. */
public final class Shuffle {
    private Shuffle() {}

    public static <T> List<T> of(List<T> items, SplittableRandom random) {
        List<T> shuffled = new ArrayList<>(items);
        for (int k = shuffled.size() - 1; k > 0; k--) {
            Collections.swap(shuffled, k, random.nextInt(k + 1));
        }
        return shuffled;
    }

    /** Returns the first of the shuffled items, at most so many: fewer are always a beginning of more. */
    public static <T> List<T> some(List<T> items, int max, SplittableRandom random) {
        return List.copyOf(of(items, random).subList(0, Math.min(max, items.size())));
    }
}
