package org.espalier.spark.command;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaFutureAction;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.ShutdownHookManager;
import org.espalier.cli.console.GracefulShutdown;
import org.espalier.cli.run.TrainingSummary;
import org.espalier.cli.run.TrainingView;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.train.DreamSums;
import org.espalier.model.train.TrainingOutcome;
import org.espalier.run.folder.RunFolder;
import org.espalier.run.training.TrainingPosition;
import org.espalier.spark.RendezvousFiles;
import org.espalier.spark.SparkFailure;
import org.espalier.spark.TrainingWorkerTask;
import org.espalier.spark.WorkerLossListener;
import org.espalier.spark.WorkerResult;
import scala.reflect.ClassTag;
import scala.runtime.BoxedUnit;

/**
 * The driver of a training on Spark. It starts the workers as the tasks of one barrier stage, follows their progress through the
 * files of the run, and stops them by deleting a file.
 *
 * @param summary prints the result
 */
record ClusterTraining(
        SparkSession session, int workers, RunFolder folder, TrainingView view, TrainingSummary summary) {
    private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

    /** The time that workers have to notice the loss of another, before their executors are ended. */
    private static final Duration END_TIMEOUT = Duration.ofSeconds(15);

    /** Spark runs shutdown hooks by descending priority, so this one runs before the context ends. */
    private static final int BEFORE_SPARK = ShutdownHookManager.SPARK_CONTEXT_SHUTDOWN_PRIORITY() + 1;

    /**
     * Trains until the last step, or until the process is asked to end, and prints the result.
     *
     * @param start the position of the run, which exists already
     * @return the exit code
     */
    int run(TrainingPosition start) {
        RendezvousFiles files = RendezvousFiles.in(folder);
        try (RunFolder.Lock lock = folder.lock();
                GracefulShutdown interruption = new GracefulShutdown(() -> {
                    view.stop();
                    files.stop();
                })) {
            Object hook = ShutdownHookManager.addShutdownHook(BEFORE_SPARK, () -> {
                interruption.awaitClosed();
                return BoxedUnit.UNIT;
            });
            try {
                files.open();
                return summary.print(run(files, MetricsFollower.of(folder, start, view)), folder.path(), view);
            } finally {
                files.close();
                ShutdownHookManager.removeShutdownHook(hook);
            }
        }
    }

    private TrainingOutcome run(RendezvousFiles files, MetricsFollower follower) {
        WorkerLossListener losses = new WorkerLossListener(workers);
        session.sparkContext().addSparkListener(losses);
        try {
            List<WorkerResult> results = await(tasks(session, files, workers).collectAsync(), follower);
            return outcome(results, follower.step());
        } catch (ExecutionException e) {
            WorkerLossListener.Loss loss = losses.awaitAll(END_TIMEOUT).orElseThrow(() -> SparkFailure.explained(e));
            follower.poll();
            String description = "worker " + loss.rank() + " on " + loss.host() + " was lost in step "
                    + (follower.step() + 1) + ": " + loss.reason();
            throw new EspalierException(summary.lost(description, folder.path(), workers), e);
        } finally {
            session.sparkContext().removeSparkListener(losses);
        }
    }

    /** Returns the tasks that are the workers. */
    static JavaRDD<WorkerResult> tasks(SparkSession session, RendezvousFiles files, int workers) {
        List<Integer> ranks = IntStream.range(0, workers).boxed().toList();
        return JavaSparkContext.fromSparkContext(session.sparkContext())
                .parallelize(ranks, workers)
                .rdd()
                .barrier()
                .mapPartitions(
                        new TrainingWorkerTask(files, workers), false, ClassTag.<WorkerResult>apply(WorkerResult.class))
                .toJavaRDD();
    }

    private static List<WorkerResult> await(JavaFutureAction<List<WorkerResult>> job, MetricsFollower follower)
            throws ExecutionException {
        while (true) {
            try {
                List<WorkerResult> results = job.get(POLL_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
                follower.poll();
                return results;
            } catch (TimeoutException e) {
                follower.poll();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new EspalierException("interrupted", e);
            }
        }
    }

    private TrainingOutcome outcome(List<WorkerResult> results, long step) {
        for (WorkerResult result : results) {
            if (result instanceof WorkerResult.Failed failed) {
                if (view.stopRequested()) { // a worker that starts after the stop does not see the driver's file
                    return new TrainingOutcome(
                            TrainingOutcome.Reason.STOPPED, step, Optional.empty(), 0, DreamSums.NONE);
                }
                throw new EspalierException(
                        failed.isResumable() ? summary.resumable(failed.message(), folder.path()) : failed.message());
            }
        }
        for (WorkerResult result : results) {
            if (result instanceof WorkerResult.LostAnother lost) {
                throw new EspalierException(summary.lost(lost.message(), folder.path(), workers));
            }
        }
        return ((WorkerResult.Done) results.get(0)).outcome();
    }
}
