package org.espalier.app.cli;

import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.espalier.model.LatticeBatch;
import org.espalier.model.LatticeSource;

/** The pairs of a source, some at a time. */
final class Batches {
    private Batches() {}

    /**
     * Hands over the pairs that are chosen, in order, with their numbers.
     *
     * @param size how many at a time
     */
    static void forEach(
            LatticeSource source, IntPredicate chosen, int size, BiConsumer<LatticeBatch, List<Integer>> consumer) {
        int[] numbers = IntStream.range(0, source.size()).filter(chosen).toArray();
        for (int from = 0; from < numbers.length; from += size) {
            List<Integer> some = Arrays.stream(numbers, from, Math.min(numbers.length, from + size))
                    .boxed()
                    .toList();
            consumer.accept(LatticeBatch.of(some.stream().map(source::lattice).toList()), some);
        }
    }

    static int[] array(List<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }
}
