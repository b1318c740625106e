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
import org.espalier.model.train.TrainingOutcome;
import org.espalier.run.folder.RunFolder;
import org.espalier.run.folder.RunTraining;
import org.espalier.spark.RendezvousFiles;
import org.espalier.spark.SparkFailure;
import org.espalier.spark.TrainingWorkerTask;
import org.espalier.spark.WorkerLossListener;
import org.espalier.spark.WorkerResult;
import scala.reflect.ClassTag;
import scala.runtime.BoxedUnit;

/**
 * The driver of a training on Spark: it has the workers placed, by one stage whose tasks all run at the same time, and then
 * looks on. What they do it learns from the files of the run, and by taking one away it makes them stop.
 *
 * @param end tells how it ended
 */
record ClusterTraining(SparkSession session, int workers, RunFolder folder, TrainingView view, TrainingSummary end) {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

    /** How long workers may take to notice that one of them is lost, before their executors are ended. */
    private static final Duration TO_END = Duration.ofSeconds(15);

    /** Spark runs what is to be done at the end of the process in this order; the context ends at its own number. */
    private static final int BEFORE_SPARK = ShutdownHookManager.SPARK_CONTEXT_SHUTDOWN_PRIORITY() + 1;

    /** Trains a run that has begun until its end, or until the process is asked to end, and tells how; returns the exit code. */
    int run(RunTraining.Standing begin) {
        RendezvousFiles place = RendezvousFiles.in(folder);
        try (RunFolder.Lock lock = folder.lock();
                GracefulShutdown interruption = new GracefulShutdown(() -> {
                    view.stop();
                    place.stop();
                })) {
            Object held = ShutdownHookManager.addShutdownHook(BEFORE_SPARK, () -> {
                interruption.awaitClosed();
                return BoxedUnit.UNIT;
            });
            try {
                place.open();
                return end.report(run(place, MetricsFollower.of(folder, begin, view)), folder.path(), view);
            } finally {
                place.close();
                ShutdownHookManager.removeShutdownHook(held);
            }
        }
    }

    private TrainingOutcome run(RendezvousFiles place, MetricsFollower follower) {
        WorkerLossListener losses = new WorkerLossListener(workers);
        session.sparkContext().addSparkListener(losses);
        try {
            List<WorkerResult> ends = await(tasks(session, place, workers).collectAsync(), follower);
            return outcome(ends, follower.step());
        } catch (ExecutionException e) {
            WorkerLossListener.Loss loss = losses.awaitAll(TO_END).orElseThrow(() -> SparkFailure.explained(e));
            follower.look();
            String how = "worker " + loss.rank() + " on " + loss.host() + " was lost in step " + (follower.step() + 1)
                    + ": " + loss.why();
            throw new EspalierException(end.lost(how, folder.path(), workers), e);
        } finally {
            session.sparkContext().removeSparkListener(losses);
        }
    }

    static JavaRDD<WorkerResult> tasks(SparkSession session, RendezvousFiles place, int workers) {
        List<Integer> ranks = IntStream.range(0, workers).boxed().toList();
        return JavaSparkContext.fromSparkContext(session.sparkContext())
                .parallelize(ranks, workers)
                .rdd()
                .barrier()
                .mapPartitions(
                        new TrainingWorkerTask(place, workers), false, ClassTag.<WorkerResult>apply(WorkerResult.class))
                .toJavaRDD();
    }

    private static List<WorkerResult> await(JavaFutureAction<List<WorkerResult>> job, MetricsFollower follower)
            throws ExecutionException {
        while (true) {
            try {
                List<WorkerResult> ends = job.get(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
                follower.look();
                return ends;
            } catch (TimeoutException e) {
                follower.look();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new EspalierException("interrupted", e);
            }
        }
    }

    private TrainingOutcome outcome(List<WorkerResult> ends, long step) {
        for (WorkerResult each : ends) {
            if (each instanceof WorkerResult.Failed failed) {
                if (view.stopRequested()) { // by which workers that were about to begin have been turned away
                    return new TrainingOutcome(TrainingOutcome.Reason.STOPPED, step, Optional.empty(), 0);
                }
                throw new EspalierException(failed.why());
            }
        }
        for (WorkerResult each : ends) {
            if (each instanceof WorkerResult.LostAnother lost) {
                throw new EspalierException(end.lost(lost.how(), folder.path(), workers));
            }
        }
        return ((WorkerResult.Done) ends.get(0)).outcome();
    }
}
