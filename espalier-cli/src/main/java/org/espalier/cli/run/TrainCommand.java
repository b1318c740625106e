package org.espalier.cli.run;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.GracefulShutdown;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.train.LostWorkerException;
import org.espalier.run.settings.RunConfig;
import org.espalier.run.training.SessionOptions;
import org.espalier.run.training.TrainingSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code train}: trains a scorer and a sampler. */
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
public final class TrainCommand implements Callable<Integer> {
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
        return train(options.request());
    }

    private int train(TrainingRequest request) {
        int workers = options.workers();
        if (workers > 1) {
            console.keepOutForResults(); // Gloo prints its connections to standard output
        }
        Path folder = request.folder().path();
        TrainingSummary summary = new TrainingSummary(console, List.of("train"), options.json());
        try (TrainingSession session = request.open(new SessionOptions(workers, console::info))) {
            TrainingView view = new TrainingView(console, System::nanoTime);
            try (GracefulShutdown interruption = new GracefulShutdown(view::stop)) {
                return summary.print(session.run(view), folder, view);
            }
        } catch (LostWorkerException e) {
            throw new EspalierException(summary.lost(String.valueOf(e.getMessage()), folder, workers), e);
        }
    }
}
