package org.espalier.spark;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.spark.ExecutorLostFailure;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.TaskInfo;
import org.jspecify.annotations.Nullable;

/** Notices when the workers of a training end, and whether one ended because its executor was lost. */
public final class WorkerLossListener extends SparkListener {
    private final CountDownLatch running;
    private volatile @Nullable Loss first;

    /**
     * The loss of a worker.
     *
     * @param reason the reason that Spark gives
     */
    public record Loss(int rank, String host, String reason) {}

    public WorkerLossListener(int workers) {
        this.running = new CountDownLatch(workers);
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
        if (first == null && end.reason() instanceof ExecutorLostFailure failure) {
            TaskInfo task = end.taskInfo();
            String reason = failure.reason().isDefined() ? failure.reason().get() : "its executor was lost";
            first = new Loss(
                    task.index(), task.host(), reason.lines().findFirst().orElse(""));
        }
        running.countDown();
    }

    /** Waits until all workers have ended, at most for a given time, and returns the first loss. */
    public Optional<Loss> awaitAll(Duration timeout) {
        try {
            running.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Optional.ofNullable(first);
    }
}
