package org.espalier.cli.explore;

import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.espalier.cli.http.RequestRefusedException;
import org.espalier.cli.http.WebServer;
import org.jspecify.annotations.Nullable;

/**
 * Runs jobs one at a time in its own thread, in the order of arrival. A cancelled job is answered at once; if it is running, it
 * ends at its next check.
 */
final class WorkQueue {
    private final Set<Job<?>> jobs = ConcurrentHashMap.newKeySet();
    private final long nanos;
    private final ThreadPoolExecutor worker;

    /**
     * Creates a queue.
     *
     * @param waiting the maximum number of jobs that wait
     * @param nanos the maximum time of a job
     */
    WorkQueue(int waiting, long nanos) {
        this.nanos = nanos;
        this.worker =
                new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(waiting), WebServer::daemon);
    }

    /** A job. Its answer is completed once: by its work, or by what cancels it. */
    private final class Job<T> implements Runnable, CancellationToken {
        private final JobId id;
        private final Function<CancellationToken, T> work;
        private final CompletableFuture<T> answer = new CompletableFuture<>();
        private long start;

        Job(JobId id, Function<CancellationToken, T> work) {
            this.id = id;
            this.work = work;
        }

        @Override
        public void run() {
            if (answer.isDone()) {
                return;
            }
            start = System.nanoTime();
            try {
                answer.complete(work.apply(this));
            } catch (Exception | Error e) {
                answer.completeExceptionally(e);
            }
        }

        @Override
        public void check() {
            if (answer.isDone()) {
                throw cancelled();
            }
            if (System.nanoTime() - start > nanos) {
                throw new RequestRefusedException(
                        RequestRefusedException.UNPROCESSABLE,
                        "the request takes longer than the " + TimeUnit.NANOSECONDS.toSeconds(nanos)
                                + " seconds allowed; shorten the pair, or draw fewer samples");
            }
        }

        boolean cancel(RequestRefusedException reason) {
            worker.remove(this);
            return answer.completeExceptionally(reason);
        }
    }

    private static RequestRefusedException cancelled() {
        return new RequestRefusedException(RequestRefusedException.CONFLICT, "cancelled");
    }

    /**
     * Queues work and waits for its result. Earlier work of the same client is cancelled.
     *
     * @throws RequestRefusedException if the queue is full, or the work is cancelled, replaced or takes too long
     */
    <T> T run(JobId id, Function<CancellationToken, T> work) {
        Job<T> job = new Job<>(id, work);
        synchronized (this) {
            jobs.stream().filter(other -> id.replaces(other.id)).forEach(other -> other.cancel(cancelled()));
            jobs.add(job);
        }
        try {
            worker.execute(job);
            return job.answer.get();
        } catch (RejectedExecutionException e) {
            throw new RequestRefusedException(
                    RequestRefusedException.BUSY, "busy: too many requests are waiting; try again in a moment");
        } catch (ExecutionException e) {
            throw unchecked(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw cancelled();
        } finally {
            jobs.remove(job);
        }
    }

    private static RuntimeException unchecked(@Nullable Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(cause);
    }

    /** Cancels a job; returns false if there is none of this name, or it is done. */
    boolean cancel(String name) {
        return !name.isEmpty()
                && jobs.stream()
                        .filter(job -> job.id.job().equals(name))
                        .map(job -> job.cancel(cancelled()))
                        .reduce(false, Boolean::logicalOr);
    }

    /**
     * Cancels all jobs and waits for the one that is running.
     *
     * @return whether it has ended; otherwise it still uses its models
     */
    boolean close() {
        worker.shutdown();
        jobs.forEach(job ->
                job.cancel(new RequestRefusedException(RequestRefusedException.BUSY, "the explorer is shutting down")));
        try {
            return worker.awaitTermination(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
