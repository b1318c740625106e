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
import org.jspecify.annotations.Nullable;

/**
 * Work, one piece at a time in a thread of its own, in the order in which it came. A piece that is no longer wanted is
 * answered at once; if it has begun, it ends when it next asks.
 */
final class WorkQueue {
    private final Set<Piece<?>> pieces = ConcurrentHashMap.newKeySet();
    private final long nanos;
    private final ThreadPoolExecutor worker;

    /**
     * @param nanos how long a piece may take
     */
    WorkQueue(int waiting, long nanos) {
        this.nanos = nanos;
        this.worker =
                new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(waiting), Explorer::daemon);
    }

    /** A piece of work; its answer is given once, by whoever comes first: the work, or what puts an end to it. */
    private final class Piece<T> implements Runnable, CancellationToken {
        private final JobId ticket;
        private final Function<CancellationToken, T> work;
        private final CompletableFuture<T> answer = new CompletableFuture<>();
        private long begun;

        Piece(JobId ticket, Function<CancellationToken, T> work) {
            this.ticket = ticket;
            this.work = work;
        }

        @Override
        public void run() {
            if (answer.isDone()) {
                return;
            }
            begun = System.nanoTime();
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
            if (System.nanoTime() - begun > nanos) {
                throw new RequestRefusedException(
                        RequestRefusedException.UNPROCESSABLE,
                        "this takes longer than the " + TimeUnit.NANOSECONDS.toSeconds(nanos)
                                + " seconds that a request may; shorten the pair, or draw fewer samples");
            }
        }

        boolean end(RequestRefusedException why) {
            worker.remove(this);
            return answer.completeExceptionally(why);
        }
    }

    private static RequestRefusedException cancelled() {
        return new RequestRefusedException(RequestRefusedException.CONFLICT, "cancelled");
    }

    /**
     * Does work when its turn comes, and waits for it. Earlier work of the same client is dropped.
     *
     * @throws RequestRefusedException if there is too much to do already, or the work is cancelled, replaced or takes too long
     */
    <T> T run(JobId ticket, Function<CancellationToken, T> work) {
        Piece<T> piece = new Piece<>(ticket, work);
        synchronized (this) {
            pieces.stream().filter(other -> ticket.replaces(other.ticket)).forEach(other -> other.end(cancelled()));
            pieces.add(piece);
        }
        try {
            worker.execute(piece);
            return piece.answer.get();
        } catch (RejectedExecutionException e) {
            throw new RequestRefusedException(
                    RequestRefusedException.BUSY, "busy: other requests are waiting already; try again in a moment");
        } catch (ExecutionException e) {
            throw unchecked(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw cancelled();
        } finally {
            pieces.remove(piece);
        }
    }

    private static RuntimeException unchecked(@Nullable Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(cause);
    }

    /** Ends the work of a name; false if there is none, or it was done before. */
    boolean cancel(String job) {
        return !job.isEmpty()
                && pieces.stream()
                        .filter(piece -> piece.ticket.job().equals(job))
                        .map(piece -> piece.end(cancelled()))
                        .reduce(false, Boolean::logicalOr);
    }

    /**
     * Ends all work, and waits for that which has begun.
     *
     * @return whether it has ended too; otherwise it goes on with what it uses
     */
    boolean end() {
        worker.shutdown();
        pieces.forEach(piece ->
                piece.end(new RequestRefusedException(RequestRefusedException.BUSY, "the explorer is ending")));
        try {
            return worker.awaitTermination(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
