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
import org.espalier.run.folder.RunWorker;
import scala.collection.Iterator;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;

/**
 * A task of a barrier stage that is a worker of a training, the one with the number of its partition. Spark places workers
 * and lets them know of each other; from then on they are connected by Gloo alone.
 */
public final class TrainingWorkerTask extends AbstractFunction1<Iterator<Integer>, Iterator<WorkerResult>>
        implements Serializable {
    @Serial
    private static final long serialVersionUID = 1;

    private final RendezvousFiles place;
    private final int workers;

    public TrainingWorkerTask(RendezvousFiles place, int workers) {
        this.place = place;
        this.workers = workers;
    }

    @Override
    public Iterator<WorkerResult> apply(Iterator<Integer> numbers) {
        return CollectionConverters.asScala(
                List.of(end(BarrierTaskContext.get())).iterator());
    }

    /** No failure of ours leaves the task: of one that fails, a stage of this kind tells the driver nothing but a long text. */
    private WorkerResult end(BarrierTaskContext context) {
        String host = SparkEnv.get().blockManager().blockManagerId().host();
        RunWorker worker;
        try {
            worker = ready(context.cpus());
        } catch (RuntimeException | OutOfMemoryError e) {
            return new WorkerResult.Failed(
                    arrive(context, new WorkerReadiness(host, words(e))).orElseThrow());
        }
        try (worker) {
            Optional<String> problem = arrive(context, new WorkerReadiness(host, ""));
            return problem.isPresent()
                    ? new WorkerResult.Failed(problem.get())
                    : train(worker, context.partitionId(), host);
        }
    }

    /** Tasks have cores of their own, so a worker computes with as many threads as its task has cores. */
    private RunWorker ready(int cores) {
        place.requireSeen();
        return RunWorker.of(place.folder(), cores);
    }

    private static Optional<String> arrive(BarrierTaskContext context, WorkerReadiness arrival) {
        return WorkerReadiness.problem(context.allGather(arrival.text()));
    }

    private WorkerResult train(RunWorker worker, int rank, String host) {
        try {
            TrainingOutcome outcome = worker.train(rank, workers, place.store(), host, new TrainingListener() {
                @Override
                public boolean stopRequested() {
                    return rank == 0 && place.isStopping();
                }
            });
            return WorkerResult.Done.of(outcome);
        } catch (LostWorkerException e) {
            return new WorkerResult.LostAnother(words(e));
        } catch (RuntimeException | OutOfMemoryError e) {
            return new WorkerResult.Failed("worker " + rank + " on " + host + " failed: " + words(e));
        }
    }

    private static String words(Throwable failure) {
        String message = failure instanceof EspalierException ours ? ours.getMessage() : failure.toString();
        return String.valueOf(message).replace('\n', ' ');
    }
}
