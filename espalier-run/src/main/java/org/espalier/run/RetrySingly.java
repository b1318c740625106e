package org.espalier.run;

import java.util.List;
import java.util.function.Function;
import org.espalier.fst.base.EspalierException;

/** Work on many things together or, where that fails, on each alone, so that one of them does not spoil the others. */
final class RetrySingly {
    private RetrySingly() {}

    /**
     * @param work whose result for a thing does not depend on the others
     * @param failed the result for a thing that fails alone too, by the reason
     */
    static <T, R> List<R> ifNotTogether(List<T> things, Function<List<T>, List<R>> work, Function<String, R> failed) {
        try {
            return work.apply(things);
        } catch (EspalierException e) {
            return things.size() == 1
                    ? List.of(failed.apply(String.valueOf(e.getMessage())))
                    : things.stream()
                            .flatMap(thing -> ifNotTogether(List.of(thing), work, failed).stream())
                            .toList();
        }
    }
}
