package org.espalier.cli.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WorkQueueTest {
    private final WorkQueue queue = new WorkQueue(2, Duration.ofMinutes(1).toNanos());
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);

    @AfterEach
    void end() {
        assertThat(queue.end()).isTrue();
    }

    private <T> CompletableFuture<T> start(
            WorkQueue where, String client, String job, Function<CancellationToken, T> work) {
        return CompletableFuture.supplyAsync(
                () -> where.run(new JobId(client, job), work), waiting -> new Thread(waiting).start());
    }

    private int seven(JobId ticket) {
        return queue.run(ticket, stop -> 7);
    }

    /** Works until it is told to stop. */
    private Integer endless(CancellationToken stop) {
        begun.countDown();
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
    void workIsDone() {
        assertThat(seven(JobId.NOBODYS)).isEqualTo(7);
        assertThatThrownBy(() -> queue.run(JobId.NOBODYS, stop -> {
                    throw new IllegalStateException("oops");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("oops");
    }

    @Test
    void workThatIsCancelledEnds() throws InterruptedException {
        CompletableFuture<Integer> work = start(queue, "page", "job", this::endless);
        begun.await();
        assertThat(queue.cancel("another")).isFalse();
        assertThat(queue.cancel("job")).isTrue();
        assertRefused(work, 409, "cancelled");
        ended.await();
        assertThat(queue.cancel("job")).isFalse();
        assertThat(seven(JobId.NOBODYS)).isEqualTo(7);
    }

    @Test
    void aNewerQuestionTakesThePlaceOfTheOlder() throws InterruptedException {
        CompletableFuture<Integer> work = start(queue, "page", "old", this::endless);
        begun.await();
        assertThat(seven(new JobId("page", "new"))).isEqualTo(7);
        assertRefused(work, 409, "cancelled");
    }

    @Test
    void anotherPageWaits() throws InterruptedException {
        CompletableFuture<Integer> work = start(queue, "page", "job", this::endless);
        begun.await();
        CompletableFuture<Integer> other = start(queue, "another page", "other", stop -> 7);
        TimeUnit.MILLISECONDS.sleep(20);
        assertThat(other).isNotDone();
        assertThat(queue.cancel("job")).isTrue();
        assertThat(other.join()).isEqualTo(7);
        assertRefused(work, 409, "cancelled");
    }

    @Test
    void workThatWaitsIsCancelledBeforeItBegins() throws InterruptedException {
        CompletableFuture<Integer> work = start(queue, "page", "job", this::endless);
        begun.await();
        CompletableFuture<Integer> other = start(queue, "another page", "other", stop -> {
            throw new IllegalStateException("never begun");
        });
        while (!queue.cancel("other")) {
            Thread.onSpinWait();
        }
        assertRefused(other, 409, "cancelled");
        assertThat(queue.cancel("job")).isTrue();
        assertRefused(work, 409, "cancelled");
    }

    @Test
    void thereIsAnEndToWaiting() throws InterruptedException {
        CompletableFuture<Integer> work = start(queue, "page", "job", this::endless);
        begun.await();
        // Two can wait, so that of three one cannot; which one it is depends on who came first.
        CompletableFuture<?>[] others = {
            start(queue, "p1", "j1", stop -> 1),
            start(queue, "p2", "j2", stop -> 2),
            start(queue, "p3", "j3", stop -> 3)
        };
        CompletableFuture<Object> first = CompletableFuture.anyOf(others);
        assertRefused(first, 503, "busy: other requests are waiting already; try again in a moment");
        assertThat(queue.cancel("job")).isTrue();
        assertRefused(work, 409, "cancelled");
    }

    @Test
    void workThatTakesTooLongEnds() {
        WorkQueue hasty = new WorkQueue(2, Duration.ofMillis(1).toNanos());
        assertRefused(
                start(hasty, "page", "job", this::endless),
                422,
                "this takes longer than the 0 seconds that a request may; shorten the pair, or draw fewer samples");
    }

    @Test
    void whoeverWaitsAtTheEndIsTold() throws InterruptedException {
        WorkQueue ending = new WorkQueue(2, Duration.ofMinutes(1).toNanos());
        CompletableFuture<Integer> work = start(ending, "page", "job", this::endless);
        begun.await();
        assertThat(ending.end()).isTrue();
        assertRefused(work, 503, "the explorer is ending");
    }
}
