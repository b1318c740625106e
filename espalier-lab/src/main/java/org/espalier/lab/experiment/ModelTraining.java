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
import org.espalier.run.folder.RunFolder;
import org.espalier.run.folder.RunTraining;
import org.espalier.run.settings.RunConfig;

/**
 * A run to be trained to its end.
 *
 * @param name for messages
 * @param run its folder
 * @param done the file that says it is trained
 */
record ModelTraining(String name, Path run, Path done, long steps, List<String> settings) {
    /** θ, trained alternately with an SWA whose recurrent networks are simple ones (section 4). */
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
                        "training.objective=alternating"));
    }

    /** φ, with the θ of its seed. */
    static ModelTraining ofSampler(ExperimentScale scale, TaskFolder folder, SamplerTrial cell) {
        SamplerSettings sampler = cell.sampler().settings(cell.dimension());
        return of(
                scale,
                folder,
                cell.seed(),
                folder.run(cell),
                scale.steps().sampler(),
                List.of(
                        "threads=1",
                        "scorer.from=" + folder.scorer(cell.seed()),
                        "sampler.kind=" + word(sampler.kind()),
                        "sampler.dimension=" + sampler.dimension(),
                        "sampler.gated=" + sampler.gated(),
                        "sampler.history=" + word(sampler.history()),
                        "training.objective=sampler"));
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
     * Trains from the beginning, or from where it was cut off.
     *
     * @param inVain whether there is no more use in it
     * @throws ExperimentStoppedException if it was stopped before its end
     */
    void run(ExperimentListener watcher, BooleanSupplier inVain) {
        RunTraining training = new RunTraining(line -> watcher.say(name + ": " + line));
        boolean isBegun = Files.exists(run.resolve("config.yaml"));
        TrainingOutcome outcome = isBegun
                ? training.resumed(
                        RunFolder.open(run),
                        RunConfig.overrides(List.of()),
                        (loop, record) -> loop.run(record.andThen(listener(watcher, inVain))))
                : training.fresh(
                        RunFolder.fresh(run),
                        RunConfig.of(RunConfig.overrides(settings)),
                        (loop, record) -> loop.run(record.andThen(listener(watcher, inVain))));
        if (outcome.reason() == TrainingOutcome.Reason.STOPPED) {
            throw new ExperimentStoppedException();
        }
        TaskFolder.write(done, outcome);
    }

    private static TrainingListener listener(ExperimentListener watcher, BooleanSupplier inVain) {
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
                watcher.say(warning);
            }

            @Override
            public boolean stopRequested() {
                return watcher.stopRequested() || inVain.getAsBoolean();
            }
        };
    }
}
