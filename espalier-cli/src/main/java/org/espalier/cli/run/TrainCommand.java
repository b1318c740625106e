package org.espalier.cli.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.GracefulShutdown;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.train.LostWorkerException;
import org.espalier.run.settings.RunConfig;
import org.espalier.run.training.EnsembleSession;
import org.espalier.run.training.SessionOptions;
import org.espalier.run.training.TrainingSession;
import org.jspecify.annotations.Nullable;
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
            "Ctrl-C finishes the current step, saves a checkpoint and ends; --resume continues from there, or from the last "
                    + "checkpoint of a run that was killed. The result is bit-identical to that of an uninterrupted run.",
            "The same holds for an ensemble: all its members are saved, and those that are not yet trained are resumed.",
            "Workers are processes on this machine, which divide the threads among them; spark train uses other machines.",
            "",
            "Examples:",
            "  espalier train --settings > run.yaml",
            "  espalier train --config run.yaml --set sampler.kind=swa --set out=runs/swa",
            "  espalier train --machine builtin:edit --train words.tsv --out runs/words --set tokens=chars",
            "  espalier train --config run.yaml --seeds 1,2,3,4,5",
            "  espalier train --resume runs/swa",
            "  espalier train --resume runs/swa --workers 4"
        })
public final class TrainCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private TrainOptions options = new TrainOptions();

    @Option(
            names = "--seeds",
            paramLabel = "N,N,…",
            description =
                    "Train an ensemble: one model per seed, each with one thread, as many at the same time as threads says, into "
                            + "the folders members/SEED of the output folder. Each is the run that its seed alone would give.")
    private @Nullable String seeds;

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
        Optional<EnsembleRequest> ensemble = options.ensemble(seeds);
        return ensemble.isPresent() ? train(ensemble.get()) : train(options.request());
    }

    private int train(EnsembleRequest request) {
        try (EnsembleSession session = request.open(console::info)) {
            EnsembleView view = new EnsembleView(console, session.seeds().size(), System::nanoTime);
            try (GracefulShutdown interruption = new GracefulShutdown(view::stop)) {
                return new EnsembleSummary(console, request.folder(), options.json()).print(session.run(view), view);
            }
        }
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
