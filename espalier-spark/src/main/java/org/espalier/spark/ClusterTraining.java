package org.espalier.spark;

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
import org.espalier.app.cli.Interruption;
import org.espalier.app.cli.TrainingEnd;
import org.espalier.app.cli.TrainingView;
import org.espalier.app.run.RunFolder;
import org.espalier.app.run.RunTraining;
import org.espalier.fst.EspalierException;
import org.espalier.model.train.Outcome;
import scala.reflect.ClassTag;
import scala.runtime.BoxedUnit;

/**
 * The driver of a training on Spark: it has the workers placed, by one stage whose tasks all run at the same time, and then
 * looks on. What they do it learns from the files of the run, and by taking one away it makes them stop.
 *
 * @param end tells how it ended
 */
record ClusterTraining(SparkSession session, int workers, RunFolder folder, TrainingView view, TrainingEnd end) {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

    /** How long workers may take to notice that one of them is lost, before their executors are ended. */
    private static final Duration TO_END = Duration.ofSeconds(15);

    /** Spark runs what is to be done at the end of the process in this order; the context ends at its own number. */
    private static final int BEFORE_SPARK = ShutdownHookManager.SPARK_CONTEXT_SHUTDOWN_PRIORITY() + 1;

    /** Trains a run that has begun until its end, or until the process is asked to end, and tells how; returns the exit code. */
    int run(RunTraining.Standing begin) {
        MeetingPlace place = MeetingPlace.in(folder);
        try (RunFolder.Lock lock = folder.lock();
                Interruption interruption = new Interruption(() -> {
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

    private Outcome run(MeetingPlace place, MetricsFollower follower) {
        WorkerLosses losses = new WorkerLosses(workers);
        session.sparkContext().addSparkListener(losses);
        try {
            List<WorkerEnd> ends = await(tasks(session, place, workers).collectAsync(), follower);
            return outcome(ends, follower.step());
        } catch (ExecutionException e) {
            WorkerLosses.Loss loss = losses.awaitAll(TO_END).orElseThrow(() -> SparkFailure.explained(e));
            follower.look();
            String how = "worker " + loss.rank() + " on " + loss.host() + " was lost in step " + (follower.step() + 1)
                    + ": " + loss.why();
            throw new EspalierException(end.lost(how, folder.path(), workers), e);
        } finally {
            session.sparkContext().removeSparkListener(losses);
        }
    }

    static JavaRDD<WorkerEnd> tasks(SparkSession session, MeetingPlace place, int workers) {
        List<Integer> ranks = IntStream.range(0, workers).boxed().toList();
        return JavaSparkContext.fromSparkContext(session.sparkContext())
                .parallelize(ranks, workers)
                .rdd()
                .barrier()
                .mapPartitions(new TrainTask(place, workers), false, ClassTag.<WorkerEnd>apply(WorkerEnd.class))
                .toJavaRDD();
    }

    private static List<WorkerEnd> await(JavaFutureAction<List<WorkerEnd>> job, MetricsFollower follower)
            throws ExecutionException {
        while (true) {
            try {
                List<WorkerEnd> ends = job.get(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
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

    private Outcome outcome(List<WorkerEnd> ends, long step) {
        for (WorkerEnd each : ends) {
            if (each instanceof WorkerEnd.Failed failed) {
                if (view.stopRequested()) { // by which workers that were about to begin have been turned away
                    return new Outcome(Outcome.Reason.STOPPED, step, Optional.empty(), 0);
                }
                throw new EspalierException(failed.why());
            }
        }
        for (WorkerEnd each : ends) {
            if (each instanceof WorkerEnd.LostAnother lost) {
                throw new EspalierException(end.lost(lost.how(), folder.path(), workers));
            }
        }
        return ((WorkerEnd.Done) ends.get(0)).outcome();
    }
}
