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
 * Runs tasks in parallel. When one fails, tasks that have not started are skipped, running ones can ask {@link #hasFailed}, and
 * the first failure is thrown when all have ended.
 */
final class ParallelTasks {
    private final int jobs;
    private final AtomicBoolean failed = new AtomicBoolean();

    ParallelTasks(int jobs) {
        this.jobs = jobs;
    }

    /** Returns whether a task has failed, so that the others may stop. */
    boolean hasFailed() {
        return failed.get();
    }

    <T> void forEach(List<T> tasks, Consumer<T> work) {
        ExecutorService threads = Executors.newFixedThreadPool(Math.max(1, Math.min(jobs, tasks.size())));
        try {
            List<Future<?>> futures = new ArrayList<>();
            for (T task : tasks) {
                futures.add(threads.submit(() -> {
                    if (!hasFailed()) {
                        runTask(task, work);
                    }
                }));
            }
            await(futures);
        } finally {
            threads.shutdown();
        }
    }

    private <T> void runTask(T task, Consumer<T> work) {
        boolean done = false;
        try {
            work.accept(task);
            done = true;
        } finally {
            if (!done) {
                failed.set(true);
            }
        }
    }

    /** Waits for all tasks, so that none is writing when a failure is reported. */
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
