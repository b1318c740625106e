package org.espalier.run;

import java.util.List;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import org.espalier.fst.base.OrderedParallel;
import org.espalier.model.Torch;

/**
 * Computes with a model on batches of items: several batches in parallel, one libtorch thread each, on as many threads as
 * libtorch may use. Small operations use the processors better that way than one operation on all of them. Results are
 * bit-identical for any number of threads.
 */
final class ParallelBatches {
    private ParallelBatches() {}

    /** Prepares the computation of one batch. */
    @FunctionalInterface
    interface Preparation<T> {
        /**
         * Returns the computation for the items from {@code from} up to, but not including, {@code to}. Called in order, on
         * the calling thread; the computation runs on another.
         */
        Supplier<List<T>> batch(int from, int to);
    }

    /**
     * Computes a result for each item. Batches are of one size, as many for each thread, so that all threads end at about the same time.
     *
     * @param maxBatch the largest number of items of a batch
     * @param consumer receives each result with the index of its item, in order, on the calling thread
     */
    static <T> void forEach(int items, int maxBatch, Preparation<T> preparation, ObjIntConsumer<T> consumer) {
        int batchSize = batchSize(items, maxBatch, Torch.threads());
        new OrderedParallel(Torch.threads(), () -> {})
                .forEach(
                        roundedUp(items, batchSize),
                        batch -> {
                            Supplier<List<T>> computation =
                                    preparation.batch(batch * batchSize, Math.min(items, (batch + 1) * batchSize));
                            return () -> Torch.onOneThread(computation);
                        },
                        (results, batch) -> {
                            for (int k = 0; k < results.size(); k++) {
                                consumer.accept(results.get(k), batch * batchSize + k);
                            }
                        });
    }

    static int batchSize(int items, int maxBatch, int threads) {
        int perThread = roundedUp(roundedUp(items, maxBatch), threads);
        return Math.max(1, roundedUp(items, Math.max(1, perThread * threads)));
    }

    private static int roundedUp(int dividend, int divisor) {
        return (int) ((dividend + divisor - 1L) / divisor);
    }
}
