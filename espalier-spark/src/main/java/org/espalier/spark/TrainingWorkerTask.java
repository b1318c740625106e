package org.espalier.spark;

import java.io.Serial;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import org.apache.spark.BarrierTaskContext;
import org.apache.spark.SparkEnv;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.train.LostWorkerException;
import org.espalier.model.train.TrainingListener;
import org.espalier.model.train.TrainingOutcome;
import org.espalier.run.folder.ResumableException;
import org.espalier.run.training.WorkerSession;
import scala.collection.Iterator;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;

/**
 * The task of a barrier stage that is one worker of a training. Its rank is the number of its partition. Spark places the
 * workers and exchanges their addresses; after that they communicate through Gloo alone.
 */
public final class TrainingWorkerTask extends AbstractFunction1<Iterator<Integer>, Iterator<WorkerResult>>
        implements Serializable {
    @Serial
    private static final long serialVersionUID = 1;

    private final RendezvousFiles files;
    private final int workers;

    public TrainingWorkerTask(RendezvousFiles files, int workers) {
        this.files = files;
        this.workers = workers;
    }

    @Override
    public Iterator<WorkerResult> apply(Iterator<Integer> numbers) {
        return CollectionConverters.asScala(
                List.of(work(BarrierTaskContext.get())).iterator());
    }

    /** Returns failures as results: of a failed task of a barrier stage the driver receives only a long text. */
    private WorkerResult work(BarrierTaskContext context) {
        String host = SparkEnv.get().blockManager().blockManagerId().host();
        WorkerSession worker;
        try {
            worker = open(context.cpus());
        } catch (RuntimeException | OutOfMemoryError e) {
            return new WorkerResult.Failed(
                    exchange(context, new WorkerReadiness(host, message(e))).orElseThrow(), false);
        }
        try (worker) {
            Optional<String> problem = exchange(context, new WorkerReadiness(host, ""));
            return problem.isPresent()
                    ? new WorkerResult.Failed(problem.get(), false)
                    : train(worker, context.partitionId(), host);
        }
    }

    /** Opens the session of this worker, with as many threads as the task has cores. */
    private WorkerSession open(int cores) {
        files.requireVisible();
        return WorkerSession.open(files.folder(), cores);
    }

    /** Waits until all workers have reported, and returns the first problem of any worker. */
    private static Optional<String> exchange(BarrierTaskContext context, WorkerReadiness readiness) {
        return WorkerReadiness.problem(context.allGather(readiness.text()));
    }

    private WorkerResult train(WorkerSession worker, int rank, String host) {
        try {
            TrainingOutcome outcome = worker.run(rank, workers, files.store(), host, new TrainingListener() {
                @Override
                public boolean stopRequested() {
                    return rank == 0 && files.isStopping();
                }
            });
            return WorkerResult.Done.of(outcome);
        } catch (LostWorkerException e) {
            return new WorkerResult.LostAnother(message(e));
        } catch (RuntimeException | OutOfMemoryError e) {
            return new WorkerResult.Failed(
                    "worker " + rank + " on " + host + " failed: " + message(e), e instanceof ResumableException);
        }
    }

    private static String message(Throwable failure) {
        String message = failure instanceof EspalierException ours ? ours.getMessage() : failure.toString();
        return String.valueOf(message).replace('\n', ' ');
    }
}
