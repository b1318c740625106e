package org.espalier.run.folder;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.WriteException;
import org.espalier.model.Model;
import org.espalier.model.Torch;
import org.espalier.model.checkpoint.Checkpoint;
import org.espalier.model.checkpoint.CheckpointStore;
import org.espalier.model.train.LostWorkerException;
import org.espalier.model.train.Training;
import org.espalier.model.train.TrainingListener;
import org.espalier.model.train.TrainingOutcome;
import org.espalier.model.train.Workers;
import org.espalier.run.settings.RunConfig;

/**
 * A worker of a training in the folder of a run, with a model and pairs of its own. The run has begun, and whoever has
 * called the workers together keeps its folder for them.
 */
public final class RunWorker implements AutoCloseable {
    /** Whoever is not heard of for so long is lost. One that has died is noticed at once. */
    static final Duration PATIENCE = Duration.ofMinutes(10);

    private final RunFolder folder;
    private final RunConfig config;
    private final Model model;
    private final CheckpointStore store;
    private final RunData.Split split;

    private RunWorker(RunFolder folder, RunConfig config, Model model, CheckpointStore store, RunData.Split split) {
        this.folder = folder;
        this.config = config;
        this.model = model;
        this.store = store;
        this.split = split;
    }

    /**
     * Reads all that is needed. To be used by the thread that made it.
     *
     * @param threads how many to compute with
     * @throws org.espalier.fst.base.EspalierException if there is no run, or its pairs are not there
     */
    public static RunWorker of(Path folder, int threads) {
        return of(folder, threads, List.of());
    }

    /** The same with settings that are other than the run's, as words. */
    static RunWorker of(Path folder, int threads, List<String> changes) {
        RunFolder run = RunFolder.open(folder);
        RunConfig config = RunConfig.of(run.config().values().overriddenBy(RunConfig.overrides(changes)));
        Torch.useThreads(threads);
        Mfst machine = run.machine();
        Model model = Models.untrained(config, machine);
        try {
            return new RunWorker(
                    run,
                    config,
                    model,
                    run.store(config, machine),
                    RunData.read(config).split(machine, model, said -> {}));
        } catch (RuntimeException e) {
            model.close();
            throw e;
        }
    }

    /**
     * Joins the others and trains with them. Worker 0 goes on from the last checkpoint and writes all that is written.
     *
     * @param store the file by which workers find each other, as {@link Workers#gloo} takes it
     * @param host this machine, as the others know it
     * @throws LostWorkerException if another worker is not there any more; the run can be resumed
     */
    public TrainingOutcome train(int rank, int size, Path store, String host, TrainingListener listener) {
        try (Workers workers = size == 1 ? Workers.one() : Workers.gloo(rank, size, store, host, PATIENCE)) {
            return rank == 0 ? first(workers, listener) : another(workers, listener);
        } catch (WriteException e) {
            throw RunTraining.resumable(e, folder);
        }
    }

    private TrainingOutcome first(Workers workers, TrainingListener listener) {
        long step = store.latest(warning -> {}).map(Checkpoint::step).orElse(0L);
        try (Training training = Training.resume(
                model, config.training(), split.train(), split.valid(), store, warning -> {}, workers)) {
            return RunTraining.recorded(
                    training,
                    folder,
                    config,
                    workers.size(),
                    step,
                    (each, record) -> each.run(record.andThen(listener)));
        }
    }

    private TrainingOutcome another(Workers workers, TrainingListener listener) {
        try (Training training = Training.join(model, config.training(), split.train(), split.valid(), workers)) {
            return training.run(listener);
        }
    }

    @Override
    public void close() {
        model.close();
    }
}
