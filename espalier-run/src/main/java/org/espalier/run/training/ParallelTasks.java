package org.espalier.run.training;

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
 * the first failure is thrown when all have ended. A {@link CancellationException} is thrown only if there is no other failure.
 */
public final class ParallelTasks {
    private final int jobs;
    private final AtomicBoolean failed = new AtomicBoolean();

    /** @param jobs the largest number of tasks at the same time */
    public ParallelTasks(int jobs) {
        this.jobs = jobs;
    }

    /** Returns whether a task has failed, so that the others may stop. */
    public boolean hasFailed() {
        return failed.get();
    }

    /** Runs a task for each item, on threads of its own, and returns when all have ended. */
    public <T> void forEach(List<T> tasks, Consumer<T> work) {
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
                first = first == null || first instanceof CancellationException ? e.getCause() : first;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CancellationException("interrupted");
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
