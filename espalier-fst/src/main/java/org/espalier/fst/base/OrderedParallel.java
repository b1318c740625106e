package org.espalier.fst.base;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;

/**
 * Runs independent tasks on several threads and hands over their results in order, by the calling thread. Only a few
 * results wait at any time, so memory stays bounded however many tasks there are.
 *
 * @param threads the number of threads; with one, everything runs on the calling thread
 * @param threadSetup called once by each new thread before its first task
 */
public record OrderedParallel(int threads, Runnable threadSetup) {
    /** Items of one task of {@link #forEachItem}: enough for the hand-over to cost little beside the work. */
    private static final int CHUNK = 64;

    private static final int CHUNKS_PER_THREAD = 4;

    /** Returns an instance with one thread per processor. */
    public static OrderedParallel onAllProcessors() {
        return new OrderedParallel(Runtime.getRuntime().availableProcessors(), () -> {});
    }

    /**
     * Runs tasks and hands over their results in order. The first task that fails ends the call with its exception, after
     * all tasks that had started have ended.
     *
     * @param prepare returns the task with a number; called in order, by the calling thread, shortly before the task starts
     * @param consumer receives each result with the number of its task, in order, on the calling thread
     */
    public <T> void forEach(int tasks, IntFunction<Supplier<T>> prepare, ObjIntConsumer<T> consumer) {
        // One more than there are threads, so that none waits for the consumer.
        forEach(tasks, threads + 1, prepare, consumer);
    }

    /**
     * Applies a function to each item and hands over the results in order.
     *
     * @param worker makes the function for one thread, which may keep memory that it reuses
     * @param consumer receives each result, in the order of the items, on the calling thread
     */
    public <T, R> void forEachItem(List<T> items, Supplier<Function<T, R>> worker, Consumer<R> consumer) {
        ThreadLocal<Function<T, R>> workers = ThreadLocal.withInitial(worker);
        int chunks = (int) ((items.size() + CHUNK - 1L) / CHUNK);
        forEach(
                chunks,
                CHUNKS_PER_THREAD * threads,
                chunk -> {
                    int from = chunk * CHUNK;
                    List<T> inChunk = items.subList(from, Math.min(items.size(), from + CHUNK));
                    return () -> results(inChunk, workers.get());
                },
                (results, chunk) -> results.forEach(consumer));
    }

    private static <T, R> List<R> results(List<T> items, Function<T, R> work) {
        List<R> results = new ArrayList<>(items.size());
        for (T item : items) {
            results.add(work.apply(item));
        }
        return results;
    }

    private <T> void forEach(int tasks, int maxPending, IntFunction<Supplier<T>> prepare, ObjIntConsumer<T> consumer) {
        int poolSize = Math.min(tasks, threads);
        if (poolSize <= 1) {
            for (int task = 0; task < tasks; task++) {
                consumer.accept(prepare.apply(task).get(), task);
            }
            return;
        }
        ExecutorService pool = Executors.newFixedThreadPool(poolSize, this::thread);
        Deque<CompletableFuture<T>> pending = new ArrayDeque<>();
        int next = 0;
        try {
            for (int task = 0; task < tasks; task++) {
                pending.add(CompletableFuture.supplyAsync(prepare.apply(task), pool));
                if (pending.size() >= maxPending) {
                    consumer.accept(pending.remove().join(), next++);
                }
            }
            while (!pending.isEmpty()) {
                consumer.accept(pending.remove().join(), next++);
            }
        } catch (CompletionException e) {
            throw unwrapped(e);
        } finally {
            // The caller may now close what the tasks use.
            pending.forEach(task -> task.handle((result, failure) -> result).join());
            pool.shutdown();
        }
    }

    private static RuntimeException unwrapped(CompletionException e) {
        if (e.getCause() instanceof Error error) {
            throw error;
        }
        return e.getCause() instanceof RuntimeException cause ? cause : e;
    }

    private Thread thread(Runnable tasks) {
        Thread thread = new Thread(
                () -> {
                    threadSetup.run();
                    tasks.run();
                },
                "espalier-parallel");
        thread.setDaemon(true);
        return thread;
    }
}
