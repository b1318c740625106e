package org.espalier.cli.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.espalier.cli.http.RequestRefusedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WorkQueueTest {
    private final WorkQueue queue = new WorkQueue(2, Duration.ofMinutes(1).toNanos());
    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);

    @AfterEach
    void close() {
        assertThat(queue.close()).isTrue();
    }

    private <T> CompletableFuture<T> start(
            WorkQueue where, String client, String job, Function<CancellationToken, T> work) {
        return CompletableFuture.supplyAsync(
                () -> where.run(new JobId(client, job), work), waiting -> new Thread(waiting).start());
    }

    private int seven(JobId id) {
        return queue.run(id, stop -> 7);
    }

    /** Works until it is cancelled. */
    private Integer endless(CancellationToken stop) {
        started.countDown();
        try {
            while (true) {
                stop.check();
                Thread.onSpinWait();
            }
        } finally {
            ended.countDown();
        }
    }

    private static void assertRefused(CompletableFuture<?> work, int status, String line) {
        assertThatThrownBy(work::join)
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(RequestRefusedException.class, refusal -> {
                    assertThat(refusal.status()).isEqualTo(status);
                    assertThat(refusal.line()).isEqualTo(line);
                });
    }

    @Test
    void runReturnsTheResultOrThrowsTheFailure() {
        assertThat(seven(JobId.ANONYMOUS)).isEqualTo(7);
        assertThatThrownBy(() -> queue.run(JobId.ANONYMOUS, stop -> {
                    throw new IllegalStateException("oops");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("oops");
    }

    @Test
    void cancelledJobEnds() throws InterruptedException {
        CompletableFuture<Integer> work = start(queue, "page", "job", this::endless);
        started.await();
        assertThat(queue.cancel("another")).isFalse();
        assertThat(queue.cancel("job")).isTrue();
        assertRefused(work, 409, "cancelled");
        ended.await();
        assertThat(queue.cancel("job")).isFalse();
        assertThat(seven(JobId.ANONYMOUS)).isEqualTo(7);
    }

    @Test
    void newerJobOfAClientReplacesTheOlder() throws InterruptedException {
        CompletableFuture<Integer> work = start(queue, "page", "old", this::endless);
        started.await();
        assertThat(seven(new JobId("page", "new"))).isEqualTo(7);
        assertRefused(work, 409, "cancelled");
    }

    @Test
    void jobOfAnotherClientWaits() throws InterruptedException {
        CompletableFuture<Integer> work = start(queue, "page", "job", this::endless);
        started.await();
        CompletableFuture<Integer> other = start(queue, "another page", "other", stop -> {
            assertThat(ended.getCount()).as("the first job has ended").isZero();
            return 7;
        });
        assertThat(queue.cancel("job")).isTrue();
        assertThat(other.join()).isEqualTo(7);
        assertRefused(work, 409, "cancelled");
    }

    @Test
    void waitingJobCanBeCancelled() throws InterruptedException {
        CompletableFuture<Integer> work = start(queue, "page", "job", this::endless);
        started.await();
        CompletableFuture<Integer> other = start(queue, "another page", "other", stop -> {
            throw new IllegalStateException("never started");
        });
        while (!queue.cancel("other")) {
            Thread.onSpinWait();
        }
        assertRefused(other, 409, "cancelled");
        assertThat(queue.cancel("job")).isTrue();
        assertRefused(work, 409, "cancelled");
    }

    @Test
    void jobBeyondTheQueueSizeIsRefused() throws InterruptedException {
        CompletableFuture<Integer> work = start(queue, "page", "job", this::endless);
        started.await();
        // Two can wait, so one of three is refused: the last to arrive.
        CompletableFuture<?>[] others = {
            start(queue, "p1", "j1", stop -> 1),
            start(queue, "p2", "j2", stop -> 2),
            start(queue, "p3", "j3", stop -> 3)
        };
        CompletableFuture<Object> first = CompletableFuture.anyOf(others);
        assertRefused(first, 503, "busy: too many requests are waiting; try again in a moment");
        assertThat(queue.cancel("job")).isTrue();
        assertRefused(work, 409, "cancelled");
    }

    @Test
    void jobAboveTheTimeLimitEnds() {
        WorkQueue impatient = new WorkQueue(2, Duration.ofMillis(1).toNanos());
        assertRefused(
                start(impatient, "page", "job", this::endless),
                422,
                "the request takes longer than the 0 seconds allowed; shorten the pair, or draw fewer samples");
    }

    @Test
    void runningJobIsRefusedWhenTheQueueCloses() throws InterruptedException {
        WorkQueue closing = new WorkQueue(2, Duration.ofMinutes(1).toNanos());
        CompletableFuture<Integer> work = start(closing, "page", "job", this::endless);
        started.await();
        assertThat(closing.close()).isTrue();
        assertRefused(work, 503, "the explorer is shutting down");
    }
}
