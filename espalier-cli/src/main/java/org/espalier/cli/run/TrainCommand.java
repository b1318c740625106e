package org.espalier.cli.run;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.ToIntFunction;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.GracefulShutdown;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.train.LostWorkerException;
import org.espalier.model.train.Training;
import org.espalier.run.folder.MetricsRecorder;
import org.espalier.run.folder.RunFolder;
import org.espalier.run.folder.RunTraining;
import org.espalier.run.settings.RunConfig;
import org.espalier.run.settings.SettingValues;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Trains a scorer and a sampler. */
@Command(
        name = "train",
        description = {
            "Train a scorer of alignments and a sampler of probable alignments on a file of pairs.",
            "The settings are read from a YAML file; train --settings prints one with every setting and its default."
        },
        footer = {
            "",
            "Ctrl-C finishes the current step, saves a checkpoint and ends; --resume continues from there, or from the last",
            "checkpoint of a run that was killed. The result is bit-identical to that of an uninterrupted run.",
            "Workers are processes on this machine, which divide the threads among them; spark train uses other machines.",
            "",
            "Examples:",
            "  espalier train --settings > run.yaml",
            "  espalier train --config run.yaml --set sampler.kind=swa --set out=runs/swa",
            "  espalier train --machine builtin:edit --train words.tsv --out runs/words --set tokens=chars",
            "  espalier train --resume runs/swa",
            "  espalier train --resume runs/swa --workers 4"
        })
public final class TrainCommand implements Callable<Integer>, TrainOptions.Trainer {
    private final Console console;

    @Mixin
    private TrainOptions options = new TrainOptions();

    @Option(names = "--settings", description = "Print a configuration with every setting and its default, and exit.")
    private boolean settings;

    TrainCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (settings) {
            console.out().print(RunConfig.defaults());
            return 0;
        }
        return options.call(this);
    }

    @Override
    public int fresh(RunFolder folder, RunConfig config) {
        return whole(folder, training -> training.fresh(folder, config, (each, record) -> run(each, record, folder)));
    }

    @Override
    public int resumed(RunFolder folder, SettingValues changes) {
        return whole(
                folder, training -> training.resumed(folder, changes, (each, record) -> run(each, record, folder)));
    }

    private int whole(RunFolder folder, ToIntFunction<RunTraining> work) {
        int workers = options.workers();
        if (workers > 1) {
            console.keepOutForResults(); // Gloo tells everyone whom it is connected to
        }
        try {
            return work.applyAsInt(new RunTraining(workers, console::say));
        } catch (LostWorkerException e) {
            throw new EspalierException(end().lost(String.valueOf(e.getMessage()), folder.path(), workers), e);
        }
    }

    private TrainingSummary end() {
        return new TrainingSummary(console, List.of("train"), options.json());
    }

    private int run(Training training, MetricsRecorder record, RunFolder folder) {
        TrainingView view = new TrainingView(console, System::nanoTime);
        try (GracefulShutdown interruption = new GracefulShutdown(view::stop)) {
            return end().report(training.run(record.and(view)), folder.path(), view);
        }
    }
}
