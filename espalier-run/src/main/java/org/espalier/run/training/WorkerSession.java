package org.espalier.run.training;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.WriteException;
import org.espalier.model.Model;
import org.espalier.model.Torch;
import org.espalier.model.train.LostWorkerException;
import org.espalier.model.train.Training;
import org.espalier.model.train.TrainingListener;
import org.espalier.model.train.TrainingOutcome;
import org.espalier.model.train.Workers;
import org.espalier.run.folder.Models;
import org.espalier.run.folder.ResumableException;
import org.espalier.run.folder.RunData;
import org.espalier.run.folder.RunFolder;
import org.espalier.run.settings.RunConfig;

/**
 * One worker of a training whose workers are started by something else, with its own model and its own lattices of the pairs.
 * The run exists already, and whoever starts the workers holds the lock of its folder. A session belongs to one thread.
 */
public final class WorkerSession implements AutoCloseable {
    /** A worker that does not answer for this long is lost. The death of a process is noticed at once. */
    static final Duration TIMEOUT = Duration.ofMinutes(10);

    private final TrainableRun run;

    private WorkerSession(TrainableRun run) {
        this.run = run;
    }

    /**
     * Reads the run and its pairs.
     *
     * @param threads the number of threads that libtorch uses in this process
     * @throws EspalierException if there is no run, or its pairs cannot be read
     */
    public static WorkerSession open(Path folder, int threads) {
        return open(folder, threads, List.of());
    }

    /**
     * Reads the run and its pairs.
     *
     * @param changes settings that differ from those of the run, each as {@code key=value}
     */
    static WorkerSession open(Path path, int threads, List<String> changes) {
        RunFolder folder = RunFolder.open(path);
        RunConfig config = RunConfig.of(folder.config().values().overriddenBy(RunConfig.overrides(changes)));
        Torch.useThreads(threads);
        Mfst machine = folder.machine();
        Model model = Models.untrained(config, machine);
        try {
            RunData.Split pairs = RunData.read(config).split(machine, model, warning -> {});
            return new WorkerSession(new TrainableRun(folder, config, model, pairs, folder.store(config, machine)));
        } catch (RuntimeException | Error e) {
            model.close();
            throw e;
        }
    }

    /**
     * Joins the other workers and trains with them. Worker 0 resumes from the latest checkpoint, and it alone writes files.
     *
     * @param rank the number of this worker, from 0
     * @param size the number of workers
     * @param rendezvous the file by which workers find each other, see {@link Workers#gloo}
     * @param host the address of this machine for the other workers
     * @throws LostWorkerException if another worker ends before this one; the run can be resumed
     * @throws ResumableException if a file of the run cannot be written
     */
    public TrainingOutcome run(int rank, int size, Path rendezvous, String host, TrainingListener listener) {
        try (Workers workers = size == 1 ? Workers.one() : Workers.gloo(rank, size, rendezvous, host, TIMEOUT)) {
            return rank == 0 ? runFirst(workers, listener) : runOther(workers, listener);
        } catch (WriteException e) {
            throw run.resumable(e);
        }
    }

    private TrainingOutcome runFirst(Workers workers, TrainingListener listener) {
        long step = Math.max(0, TrainableRun.savedStep(run.store()));
        try (Training training = run.resume(workers, warning -> {})) {
            return run.record(training, workers.size(), step, listener);
        }
    }

    private TrainingOutcome runOther(Workers workers, TrainingListener listener) {
        try (Training training = run.join(workers)) {
            return training.run(listener);
        }
    }

    /** Frees the model. */
    @Override
    public void close() {
        run.model().close();
    }
}
