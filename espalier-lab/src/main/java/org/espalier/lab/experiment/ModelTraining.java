package org.espalier.lab.experiment;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.espalier.lab.task.TaskData;
import org.espalier.model.SamplerSettings;
import org.espalier.model.train.StepReport;
import org.espalier.model.train.TrainingListener;
import org.espalier.model.train.TrainingOutcome;
import org.espalier.run.folder.RunData;
import org.espalier.run.folder.RunFolder;
import org.espalier.run.settings.RunConfig;
import org.espalier.run.training.SessionOptions;
import org.espalier.run.training.TrainingSession;

/**
 * The training of one model of an experiment.
 *
 * @param name the name of the run in messages
 * @param run the folder of the run
 * @param done the file that marks the run as trained
 * @param steps the number of steps
 * @param settings the settings of the run, each as {@code key=value}
 */
record ModelTraining(String name, Path run, Path done, long steps, List<String> settings) {
    /** Returns the training of θ, alternately with an SWA sampler of simple recurrent networks (section 4). */
    static ModelTraining ofScorer(ExperimentScale scale, TaskFolder folder, long seed, int threads) {
        return of(
                scale,
                folder,
                seed,
                folder.scorer(seed),
                scale.steps().scorer(),
                List.of(
                        "threads=" + threads,
                        "sampler.kind=swa",
                        "sampler.recurrence=rnn",
                        "sampler.dimension=" + scale.dimensions().sampler(),
                        "training.samplerLearningRate=" + scale.learning().samplerRate(),
                        "training.objective=alternating"));
    }

    /** Returns the training of φ for the θ of the same seed. */
    static ModelTraining ofSampler(ExperimentScale scale, TaskFolder folder, SamplerTrial trial) {
        SamplerSettings sampler = trial.sampler().settings(trial.dimension());
        List<String> settings = new ArrayList<>(List.of(
                "threads=1",
                "scorer.from=" + folder.scorer(trial.seed()),
                "sampler.kind=" + word(sampler.kind()),
                "sampler.dimension=" + sampler.dimension(),
                "sampler.layers=" + sampler.layers(),
                "sampler.gated=" + sampler.gated(),
                "sampler.history=" + word(sampler.history()),
                "training.samplerLearningRate=" + scale.samplerRate(trial.dimension()),
                "training.halveEvery=" + scale.learning().samplerHalveEvery(),
                "training.objective=sampler"));
        settings.addAll(trial.sampler().training(scale.steps().sampler()));
        return of(scale, folder, trial.seed(), folder.run(trial), scale.steps().sampler(), settings);
    }

    private static ModelTraining of(
            ExperimentScale scale, TaskFolder folder, long seed, Path run, int steps, List<String> settings) {
        List<String> all = new ArrayList<>(List.of(
                "machine=" + folder.machine(),
                "train=" + folder.data().resolve(TaskData.TRAIN),
                "valid=" + folder.data().resolve(TaskData.VALID),
                "test=" + folder.data().resolve(TaskData.TEST),
                "out=" + run,
                "seed=" + seed,
                "training.steps=" + steps,
                "training.evaluateEvery=" + Math.max(1, steps / scale.steps().validations())));
        all.addAll(scale.settings());
        all.addAll(settings);
        String name = folder.path().getFileName() + "/seed" + seed + "/" + run.getFileName();
        return new ModelTraining(name, run, folder.finding(run, "trained"), steps, List.copyOf(all));
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    boolean isDone() {
        return Files.exists(done);
    }

    /**
     * Trains from the beginning, or resumes an interrupted run.
     *
     * @param isCancelled whether the result is no longer needed
     * @throws ExperimentStoppedException if the training was stopped before its last step
     */
    void run(ExperimentListener watcher, BooleanSupplier isCancelled) {
        try (TrainingSession session = open(new SessionOptions(line -> watcher.info(name + ": " + line)))) {
            TrainingOutcome outcome = session.run(listener(watcher, isCancelled));
            if (outcome.reason() == TrainingOutcome.Reason.STOPPED) {
                throw new ExperimentStoppedException();
            }
            TaskFolder.write(done, outcome);
        }
    }

    private TrainingSession open(SessionOptions options) {
        if (Files.exists(run.resolve("config.yaml"))) {
            return TrainingSession.resume(RunFolder.open(run), RunConfig.overrides(List.of()), options);
        }
        RunConfig config = RunConfig.of(RunConfig.overrides(settings));
        return TrainingSession.start(RunFolder.forNewRun(run, false), RunData.read(config), options);
    }

    private TrainingListener listener(ExperimentListener watcher, BooleanSupplier isCancelled) {
        return new TrainingListener() {
            private boolean isFirst = true;

            @Override
            public void step(StepReport report) {
                if (isFirst) {
                    watcher.advance(report.step() - 1, true);
                    isFirst = false;
                }
                watcher.advance(1, false);
            }

            @Override
            public void warning(String warning) {
                watcher.info(name + ": " + warning);
            }

            @Override
            public boolean stopRequested() {
                return watcher.stopRequested() || isCancelled.getAsBoolean();
            }
        };
    }
}
