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

/** Hears when the workers of a training end, and whether one did because its executor was lost. */
public final class WorkerLossListener extends SparkListener {
    private final CountDownLatch running;
    private volatile @Nullable Loss first;

    /**
     * A worker that is no more.
     *
     * @param why as Spark says it
     */
    public record Loss(int rank, String host, String why) {}

    public WorkerLossListener(int workers) {
        this.running = new CountDownLatch(workers);
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
        if (first == null && end.reason() instanceof ExecutorLostFailure failure) {
            TaskInfo task = end.taskInfo();
            String why = failure.reason().isDefined() ? failure.reason().get() : "its executor was lost";
            first = new Loss(task.index(), task.host(), why.lines().findFirst().orElse(""));
        }
        running.countDown();
    }

    /** The first loss, when all workers have ended, or have been waited for long enough. */
    public Optional<Loss> awaitAll(Duration patience) {
        try {
            running.await(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Optional.ofNullable(first);
    }
}
