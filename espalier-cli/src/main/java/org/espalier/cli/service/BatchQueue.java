package org.espalier.cli.service;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.espalier.cli.http.RequestRefusedException;
import org.espalier.cli.http.WebServer;
import org.jspecify.annotations.Nullable;

/**
 * Answers questions in batches, on a few threads. A thread that is free takes what waits, so that a question that comes alone
 * is answered at once, and the batches grow with the load. The questions of a large request are distributed over all threads.
 *
 * @param <Q> a question
 * @param <A> an answer, which must not depend on the other questions of its batch
 */
final class BatchQueue<Q, A> {
    /** Seconds after which a client that found the queue full should try again. */
    private static final String RETRY_SECONDS = "1";

    private final Settings settings;
    private final Function<List<Q>, List<A>> answers;
    private final IntConsumer onBatch;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private final List<Thread> workers = new ArrayList<>();
    private int idle;
    private boolean closed;

    /**
     * The settings of a queue.
     *
     * @param threads the number of threads that answer
     * @param batchSize the largest number of questions of a batch
     * @param maxWaiting the largest number of requests with questions that no thread has taken yet
     * @param timeout the longest time from a request to its answer
     */
    record Settings(int threads, int batchSize, int maxWaiting, Duration timeout) {}

    /** The questions of a request. The fields that change are guarded by the queue. */
    private final class Waiting {
        final List<Q> questions;
        final List<@Nullable A> found;
        final CompletableFuture<List<A>> answer = new CompletableFuture<>();
        /** The number of questions that threads have taken. */
        int taken;
        /** The number of questions without an answer. */
        int open;

        Waiting(List<Q> questions) {
            this.questions = questions;
            this.found = new ArrayList<>(Collections.nCopies(questions.size(), null));
            this.open = questions.size();
        }
    }

    /** Some questions of one request, from one index up to, but not including, another. */
    private final class Slice {
        final Waiting request;
        final int from;
        final int to;

        Slice(Waiting request, int from, int to) {
            this.request = request;
            this.from = from;
            this.to = to;
        }

        List<Q> questions() {
            return request.questions.subList(from, to);
        }
    }

    /**
     * Creates a queue and starts its threads.
     *
     * @param answers returns the answers of questions, in order; called by several threads at the same time
     * @param threadSetup is called once by each thread before its first batch
     * @param onBatch receives the number of questions of each batch that was answered
     */
    BatchQueue(Settings settings, Function<List<Q>, List<A>> answers, Runnable threadSetup, IntConsumer onBatch) {
        this.settings = settings;
        this.answers = answers;
        this.onBatch = onBatch;
        for (int k = 0; k < settings.threads; k++) {
            Thread worker = WebServer.daemon(() -> {
                threadSetup.run();
                work();
            });
            workers.add(worker);
            worker.start();
        }
    }

    /**
     * Waits for the answers of questions.
     *
     * @return one answer per question, in order
     * @throws RequestRefusedException if too many requests wait, the time is over, or the queue is closed
     */
    List<A> ask(List<Q> questions) {
        Waiting request = new Waiting(List.copyOf(questions));
        if (questions.isEmpty()) {
            return List.of();
        }
        add(request);
        try {
            return request.answer.get(settings.timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new RequestRefusedException(
                    RequestRefusedException.TIMEOUT,
                    "no answer within " + settings.timeout.toSeconds()
                            + " seconds; ask for less in one request, or try again when the service is less busy");
        } catch (ExecutionException e) {
            throw unchecked(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw closing();
        } finally {
            abandon(request);
        }
    }

    private synchronized void add(Waiting request) {
        if (closed) {
            throw closing();
        }
        if (waiting.size() >= settings.maxWaiting) {
            throw new RequestRefusedException(
                    RequestRefusedException.TOO_MANY,
                    "busy: " + waiting.size() + " requests are waiting, which is the limit; try again in a moment",
                    Map.of("Retry-After", RETRY_SECONDS));
        }
        waiting.add(request);
        notifyAll();
    }

    static RequestRefusedException closing() {
        return new RequestRefusedException(
                RequestRefusedException.BUSY,
                "the service is shutting down; try again in a moment",
                Map.of("Retry-After", RETRY_SECONDS));
    }

    /** Drops the questions of a request that no thread has taken. */
    private synchronized void abandon(Waiting request) {
        waiting.remove(request);
    }

    private static RuntimeException unchecked(@Nullable Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(cause);
    }

    private void work() {
        try {
            for (List<Slice> batch = take(); !batch.isEmpty(); batch = take()) {
                answer(batch);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Takes the share of this thread, the oldest questions first; returns nothing if the queue is closed and empty. */
    private synchronized List<Slice> take() throws InterruptedException {
        idle++;
        while (waiting.isEmpty() && !closed) {
            wait();
        }
        int questions = waitingQuestions();
        // Threads that are idle share what waits.
        int left = Math.min(settings.batchSize, (questions + idle - 1) / idle);
        idle--;
        List<Slice> batch = new ArrayList<>();
        while (left > 0 && !waiting.isEmpty()) {
            Waiting request = waiting.getFirst();
            int to = Math.min(request.questions.size(), request.taken + left);
            batch.add(new Slice(request, request.taken, to));
            left -= to - request.taken;
            request.taken = to;
            if (to == request.questions.size()) {
                waiting.removeFirst();
            }
        }
        return batch;
    }

    private void answer(List<Slice> batch) {
        List<Q> questions = new ArrayList<>();
        batch.forEach(slice -> questions.addAll(slice.questions()));
        try {
            List<A> found = answers.apply(questions);
            onBatch.accept(questions.size());
            int next = 0;
            for (Slice slice : batch) {
                complete(slice, found.subList(next, next + slice.to - slice.from));
                next += slice.to - slice.from;
            }
        } catch (Exception | Error e) {
            if (batch.size() == 1) {
                batch.get(0).request.answer.completeExceptionally(e);
            } else {
                // One request must not spoil the others.
                batch.forEach(slice -> answer(List.of(slice)));
            }
        }
    }

    private void complete(Slice slice, List<A> found) {
        Waiting request = slice.request;
        synchronized (this) {
            for (int k = slice.from; k < slice.to; k++) {
                request.found.set(k, found.get(k - slice.from));
            }
            request.open -= slice.to - slice.from;
            if (request.open > 0) {
                return;
            }
        }
        request.answer.complete(List.copyOf(request.found));
    }

    /** Returns the number of requests with questions that no thread has taken. */
    synchronized int waitingRequests() {
        return waiting.size();
    }

    /** Returns the number of questions that no thread has taken. */
    synchronized int waitingQuestions() {
        return waiting.stream()
                .mapToInt(request -> request.questions.size() - request.taken)
                .sum();
    }

    /** Returns whether requests are refused because the queue is closed. */
    synchronized boolean isClosed() {
        return closed;
    }

    /** Refuses requests from now on. The threads end when those that wait are answered. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    /** Waits until the threads have ended. Returns false if they have not within the time; they may still use the model. */
    boolean awaitThreads(Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        try {
            for (Thread worker : workers) {
                worker.join(Math.max(1, (end - System.nanoTime()) / 1_000_000));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return workers.stream().noneMatch(Thread::isAlive);
    }
}
