package org.espalier.cli.lattice;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Works on many items with all cores and hands over the results in the items' order. Only a few results wait at any
 * time, so memory stays bounded however many items there are.
 */
final class OrderedChunks {
    /** Items taken at once: enough for the hand-over to cost little beside the work. */
    private static final int CHUNK = 64;

    private static final int CHUNKS_WAITING = 4;

    private OrderedChunks() {}

    /**
     * @param worker makes the function for one thread, which may keep memory that it reuses
     */
    static <T, R> void forEach(List<T> items, Supplier<Function<T, R>> worker, Consumer<R> consumer)
            throws InterruptedException, ExecutionException {
        int threads = Runtime.getRuntime().availableProcessors();
        ThreadLocal<Function<T, R>> workers = ThreadLocal.withInitial(worker);
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            ArrayDeque<Future<List<R>>> waiting = new ArrayDeque<>();
            for (int from = 0; from < items.size(); from += CHUNK) {
                List<T> chunk = items.subList(from, Math.min(items.size(), from + CHUNK));
                waiting.add(executor.submit(() -> results(chunk, workers.get())));
                if (waiting.size() > CHUNKS_WAITING * threads) {
                    waiting.remove().get().forEach(consumer);
                }
            }
            while (!waiting.isEmpty()) {
                waiting.remove().get().forEach(consumer);
            }
        } finally {
            executor.shutdownNow();
        }
    }

    private static <T, R> List<R> results(List<T> chunk, Function<T, R> work) {
        List<R> results = new ArrayList<>(chunk.size());
        for (T item : chunk) {
            results.add(work.apply(item));
        }
        return results;
    }
}
