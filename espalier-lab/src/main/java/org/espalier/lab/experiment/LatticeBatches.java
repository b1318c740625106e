package org.espalier.lab.experiment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.espalier.model.LatticeBatch;
import org.espalier.model.LatticeSource;

/** Processes the pairs of a data set in batches. */
final class LatticeBatches {
    private LatticeBatches() {}

    /** Applies a function to batches of pairs and returns the results of all pairs in order. */
    static <T> List<T> map(LatticeSource source, int size, BiFunction<LatticeBatch, int[], List<T>> work) {
        List<T> result = new ArrayList<>();
        for (int from = 0; from < source.size(); from += size) {
            int[] numbers =
                    IntStream.range(from, Math.min(source.size(), from + size)).toArray();
            result.addAll(work.apply(batch(source, numbers), numbers));
        }
        return result;
    }

    static LatticeBatch batch(LatticeSource source, int... numbers) {
        return LatticeBatch.of(Arrays.stream(numbers).mapToObj(source::lattice).toList());
    }
}
