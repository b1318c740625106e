package org.espalier.fst.base;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Works on a batch of items and, if that fails, on each item alone, so that one bad item does not spoil the others. */
public final class RetrySingly {
    private RetrySingly() {}

    /**
     * Returns the result for each item.
     *
     * @param work computes the results of a batch; the result of an item must not depend on the others
     * @param failed makes the result of an item that fails alone, from the item and the reason
     */
    public static <T, R> List<R> onFailure(
            List<T> items, Function<List<T>, List<R>> work, BiFunction<T, String, R> failed) {
        try {
            return work.apply(items);
        } catch (EspalierException e) {
            return items.size() == 1
                    ? List.of(failed.apply(items.get(0), String.valueOf(e.getMessage())))
                    : items.stream()
                            .flatMap(item -> onFailure(List.of(item), work, failed).stream())
                            .toList();
        }
    }
}
