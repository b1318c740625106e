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
     * Computes a result for each item.
     *
     * @param consumer receives each result with the index of its item, in order, on the calling thread
     */
    static <T> void forEach(int items, int batchSize, Preparation<T> preparation, ObjIntConsumer<T> consumer) {
        new OrderedParallel(Torch.threads(), () -> Torch.useThreads(1))
                .forEach(
                        (items + batchSize - 1) / batchSize,
                        batch -> preparation.batch(batch * batchSize, Math.min(items, (batch + 1) * batchSize)),
                        (results, batch) -> {
                            for (int k = 0; k < results.size(); k++) {
                                consumer.accept(results.get(k), batch * batchSize + k);
                            }
                        });
    }
}
