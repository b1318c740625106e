package org.espalier.run.data;

import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import org.espalier.model.LatticeBatch;
import org.espalier.model.LatticeSource;

/**
 * The pairs of a source that are chosen, some at a time.
 *
 * @param size how many at a time
 */
public record Batches(LatticeSource source, IntPredicate chosen, int size) {
    /** Strings drawn at once for all pairs of a batch together: few enough for memory, and for progress to be seen. */
    private static final int SAMPLES_AT_ONCE = 1 << 14;

    /** How many pairs to take at a time for work that draws samples of each, at most so many. */
    public static int sizeFor(int samples, int most) {
        return Math.max(1, Math.min(most, SAMPLES_AT_ONCE / samples));
    }

    /**
     * Hands over what is found about each pair, in order.
     *
     * @param progress told at times how many more are done
     * @param work takes a batch and the numbers of its pairs, and finds something about each
     */
    public <T> void forEach(
            IntConsumer progress, BiFunction<LatticeBatch, int[], List<T>> work, ObjIntConsumer<T> consumer) {
        int[] numbers = IntStream.range(0, source.size()).filter(chosen).toArray();
        OrderedParallel.forEach(
                (numbers.length + size - 1) / size,
                number -> {
                    int[] some = some(numbers, number);
                    LatticeBatch batch = LatticeBatch.of(
                            Arrays.stream(some).mapToObj(source::lattice).toList());
                    return () -> work.apply(batch, some);
                },
                (found, number) -> {
                    int[] some = some(numbers, number);
                    for (int k = 0; k < some.length; k++) {
                        consumer.accept(found.get(k), some[k]);
                    }
                    progress.accept(some.length);
                });
    }

    private int[] some(int[] numbers, int batch) {
        return Arrays.copyOfRange(numbers, batch * size, Math.min(numbers.length, (batch + 1) * size));
    }
}
