package org.espalier.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Does pieces of work side by side, each in a thread. When one fails the others are asked to stop, and the first failure
 * is thrown when all have ended.
 */
final class ParallelTasks {
    private final int jobs;
    private final AtomicBoolean failed = new AtomicBoolean();

    ParallelTasks(int jobs) {
        this.jobs = jobs;
    }

    /** Whether a piece of work has failed, so that the others are in vain. */
    boolean hasFailed() {
        return failed.get();
    }

    <T> void forEach(List<T> pieces, Consumer<T> work) {
        ExecutorService threads = Executors.newFixedThreadPool(Math.max(1, Math.min(jobs, pieces.size())));
        try {
            List<Future<?>> futures = new ArrayList<>();
            for (T piece : pieces) {
                futures.add(threads.submit(() -> {
                    if (!hasFailed()) {
                        work(piece, work);
                    }
                }));
            }
            await(futures);
        } finally {
            threads.shutdown();
        }
    }

    private <T> void work(T piece, Consumer<T> work) {
        boolean done = false;
        try {
            work.accept(piece);
            done = true;
        } finally {
            if (!done) {
                failed.set(true);
            }
        }
    }

    /** Waits for all, so that nothing is being written when a failure is told. */
    private static void await(List<Future<?>> futures) {
        Throwable first = null;
        for (Future<?> future : futures) {
            try {
                future.get();
            } catch (ExecutionException e) {
                first = first == null || first instanceof ExperimentStoppedException ? e.getCause() : first;
            } catch (CancellationException e) {
                throw new IllegalStateException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ExperimentStoppedException();
            }
        }
        if (first instanceof RuntimeException e) {
            throw e;
        }
        if (first instanceof Error e) {
            throw e;
        }
    }
}
