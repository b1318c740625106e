package org.espalier.run.folder;

import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.Plural;
import org.espalier.fst.base.ShellCommand;
import org.espalier.fst.base.WriteException;
import org.espalier.model.Model;
import org.espalier.model.Torch;
import org.espalier.model.checkpoint.Checkpoint;
import org.espalier.model.checkpoint.CheckpointStore;
import org.espalier.model.train.LostWorkerException;
import org.espalier.model.train.Training;
import org.espalier.model.train.Workers;
import org.espalier.run.settings.RunConfig;
import org.espalier.run.settings.SettingValues;

/**
 * Training in the folder of a run: in a new one, or on from where it was cut off.
 *
 * @param workers how many processes train: this one, and others that it starts
 * @param say told what a person should know: what is odd about machine and data, how large all is
 */
public record RunTraining(int workers, Consumer<String> say) {
    public RunTraining {
        if (workers < 1) {
            throw new EspalierException("there must be at least one worker; got " + workers);
        }
    }

    /** Training by this process alone. */
    public RunTraining(Consumer<String> say) {
        this(1, say);
    }

    /**
     * Begins a run. What is wrong with the data is found before the folder is touched.
     *
     * @param work given the training and the record of the run to hand its steps to
     * @throws LostWorkerException if another worker ends before this one; the run can be resumed
     */
    public <T> T fresh(RunFolder folder, RunConfig config, BiFunction<Training, MetricsRecorder, T> work) {
        return fresh(folder, RunData.read(config), work);
    }

    /** The same with data that is at hand. */
    public <T> T fresh(RunFolder folder, RunData data, BiFunction<Training, MetricsRecorder, T> work) {
        return begun(
                folder,
                data,
                (training, standing) -> recorded(training, folder, data.config(), workers, standing.step(), work));
    }

    /**
     * Where a training stands.
     *
     * @param step how many steps are done
     * @param steps how many there will be at most
     */
    public record Standing(long step, long steps) {}

    /** Begins a run, by this process alone, and leaves all its steps to {@linkplain RunWorker workers} that are called later. */
    public Standing fresh(RunFolder folder, RunConfig config) {
        return new RunTraining(say).begun(folder, RunData.read(config), (training, standing) -> standing);
    }

    /** The same for a run to go on with. */
    public Standing resumed(RunFolder folder, SettingValues changes) {
        return new RunTraining(say).reopened(folder, changes, (training, standing) -> standing);
    }

    private <T> T begun(RunFolder folder, RunData data, BiFunction<Training, Standing, T> work) {
        RunConfig config = data.config();
        folder.requireElsewhere(data.inputs());
        prepare(config);
        Mfst compiled = data.machine(say);
        try (Model model = Models.initial(config, compiled, say)) {
            RunData.Split split = split(data, compiled, model);
            try (RunFolder.Lock lock = folder.lock()) {
                folder.begin(config, compiled, data.kept());
                CheckpointStore store = folder.store(config, folder.machine());
                return together(folder, config, List.of(), group -> {
                    try (Training training =
                            Training.start(model, config.training(), split.train(), split.valid(), store, group)) {
                        return work.apply(training, standing(0, config, split));
                    }
                });
            }
        }
    }

    /** Goes on with a run, with settings that may change in its course changed. */
    public <T> T resumed(RunFolder folder, SettingValues changes, BiFunction<Training, MetricsRecorder, T> work) {
        return reopened(
                folder,
                changes,
                (training, standing) -> recorded(training, folder, folder.config(), workers, standing.step(), work));
    }

    private <T> T reopened(RunFolder folder, SettingValues changes, BiFunction<Training, Standing, T> work) {
        try (RunFolder.Lock lock = folder.lock()) {
            RunConfig config = RunConfig.of(folder.config().values().overriddenBy(changes));
            prepare(config);
            Mfst kept = folder.machine();
            CheckpointStore store = folder.store(config, kept);
            long step = store.latest(warning -> {}).map(Checkpoint::step).orElse(-1L);
            try (Model model = step < 0 ? Models.initial(config, kept, say) : Models.untrained(config, kept)) {
                RunData.Split split = split(RunData.read(config), kept, model);
                return together(folder, config, changes.words(), group -> {
                    try (Training training = Training.resume(
                            model, config.training(), split.train(), split.valid(), store, say, group)) {
                        folder.configure(config);
                        return work.apply(training, standing(Math.max(0, step), config, split));
                    }
                });
            }
        }
    }

    private static Standing standing(long step, RunConfig config, RunData.Split split) {
        return new Standing(step, config.training().totalSteps(split.train().size()));
    }

    private <T> T together(RunFolder folder, RunConfig config, List<String> changes, Function<Workers, T> work) {
        WorkerMain first =
                new WorkerMain(folder.path(), 0, workers, folder.meeting().toAbsolutePath(), threads(config), changes);
        try {
            return WorkerProcesses.with(first, work);
        } catch (WriteException e) {
            throw resumable(e, folder);
        }
    }

    /** The same failure, with how to go on when its cause is gone. */
    static EspalierException resumable(WriteException failure, RunFolder folder) {
        return new EspalierException(
                failure.getMessage() + "; once it can be written, go on from the last checkpoint: "
                        + ShellCommand.of("train", "--resume", folder.path()),
                failure);
    }

    private void prepare(RunConfig config) {
        Torch.useThreads(threads(config));
        double times = config.training().precision().timesAsFast();
        if (times < 1) {
            say.accept(String.format(
                    Locale.ROOT,
                    "training.precision is bfloat16, but products of it are %.2f times as fast as full ones on this"
                            + " processor; a run with training.precision=full would be faster",
                    times));
        }
    }

    /** How many threads a worker computes with: those of the run are shared out. */
    private int threads(RunConfig config) {
        return Math.max(1, config.threads() / workers);
    }

    /** Writes down what is done from a step on, and by how many. */
    static <T> T recorded(
            Training training,
            RunFolder folder,
            RunConfig config,
            int workers,
            long step,
            BiFunction<Training, MetricsRecorder, T> work) {
        folder.recordProvenance(config, workers, step);
        try (MetricsRecorder record = MetricsRecorder.after(folder, step)) {
            return work.apply(training, record);
        }
    }

    private RunData.Split split(RunData data, Mfst compiled, Model model) {
        RunData.Split split = data.split(compiled, model, say);
        say.accept("training on " + Plural.of(split.train().size(), "pair") + ", validating with "
                + split.valid().size() + "; scorer "
                + model.scorer().parameters().size() + " parameters, sampler "
                + model.sampler().parameters().size());
        return split;
    }
}
