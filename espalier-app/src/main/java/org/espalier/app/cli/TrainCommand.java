package org.espalier.app.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToIntFunction;
import org.espalier.app.config.RunConfig;
import org.espalier.app.config.SettingValues;
import org.espalier.app.run.RunFolder;
import org.espalier.app.run.RunRecord;
import org.espalier.app.run.RunTraining;
import org.espalier.fst.EspalierException;
import org.espalier.model.train.LostWorkerException;
import org.espalier.model.train.Outcome;
import org.espalier.model.train.Training;
import org.espalier.model.train.ValidationReport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Trains a scorer and a sampler. */
@Command(
        name = "train",
        description = {
            "Train a scorer of alignments and a sampler that finds them, on a file of pairs.",
            "What to do is said in a YAML file; train --settings prints one with every setting and its default."
        },
        footer = {
            "",
            "Ctrl-C finishes the step, saves a checkpoint and ends; --resume goes on from there, and from wherever else a",
            "run was cut off, and ends with the same bits as a run that never was.",
            "",
            "Examples:",
            "  espalier train --settings > run.yaml",
            "  espalier train --config run.yaml --set sampler.kind=swa --set out=runs/swa",
            "  espalier train --machine builtin:edit --train words.tsv --out runs/words --set tokens=chars",
            "  espalier train --resume runs/swa",
            "  espalier train --resume runs/swa --workers 4"
        })
final class TrainCommand implements Callable<Integer> {
    private final Console console;

    @Option(names = "--config", paramLabel = "FILE", description = "The configuration, in YAML.")
    private @Nullable Path configFile;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Set one setting, whatever the configuration says, as in --set training.batch=32.")
    private List<String> overrides = List.of();

    @Option(names = "--machine", paramLabel = "MACHINE", description = "Short for --set machine=MACHINE.")
    private @Nullable String machine;

    @Option(names = "--train", paramLabel = "FILE", description = "Short for --set train=FILE.")
    private @Nullable String train;

    @Option(names = "--valid", paramLabel = "FILE", description = "Short for --set valid=FILE.")
    private @Nullable String valid;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            description = "Short for --set out=DIR.")
    private @Nullable String out;

    @Option(
            names = "--resume",
            paramLabel = "DIR",
            description =
                    "Go on with the run in this folder. Of its settings only how long it goes on, how often it is "
                            + "validated and saved, and threads may be set anew.")
    private @Nullable Path resume;

    @Option(
            names = "--workers",
            paramLabel = "N",
            converter = Positive.OfInt.class,
            description =
                    "Train with this many processes, which share the pairs of each step and the threads among them; "
                            + "what comes of it is the same, to rounding. May be another number with --resume. Default: 1.")
    private int workers = 1;

    @Option(names = "--overwrite", description = "Replace a run that is in the folder already.")
    private boolean overwrite;

    @Option(names = "--settings", description = "Print a configuration with every setting, and do nothing else.")
    private boolean settings;

    @Option(names = "--json", description = "Print how training ended as one JSON object.")
    private boolean json;

    TrainCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (settings) {
            console.out().print(RunConfig.defaults());
            return 0;
        }
        SettingValues given = overrides();
        if (resume != null) {
            return resumed(RunFolder.open(resume), given);
        }
        if (configFile == null && given.keys().isEmpty()) {
            throw new WrongCall(
                    "what to train is missing; give --config FILE, or --machine, --train and --out, or --resume DIR");
        }
        SettingValues read = configFile == null ? RunConfig.overrides(List.of()) : RunConfig.read(configFile);
        return fresh(RunConfig.of(read.overriddenBy(given)));
    }

    private SettingValues overrides() {
        List<String> words = new ArrayList<>(overrides);
        addShort(words, "machine", machine);
        addShort(words, "train", train);
        addShort(words, "valid", valid);
        addShort(words, "out", out);
        if (resume != null && (configFile != null || overwrite)) {
            throw new WrongCall("--resume takes the configuration of the run it goes on with; leave out "
                    + (configFile != null ? "--config" : "--overwrite"));
        }
        try {
            return RunConfig.overrides(words);
        } catch (EspalierException e) {
            throw new WrongCall(e);
        }
    }

    private static void addShort(List<String> words, String key, @Nullable String value) {
        if (value != null) {
            words.add(key + "=" + value);
        }
    }

    private int fresh(RunConfig config) {
        RunFolder folder = overwrite ? RunFolder.overwriting(config.out()) : RunFolder.fresh(config.out());
        return whole(
                folder, training -> training.fresh(folder, config, (each, record) -> run(each, record, folder.path())));
    }

    private int resumed(RunFolder folder, SettingValues given) {
        requireChangeable(given.keys());
        return whole(
                folder,
                training -> training.resumed(folder, given, (each, record) -> run(each, record, folder.path())));
    }

    private int whole(RunFolder folder, ToIntFunction<RunTraining> work) {
        if (workers > 1) {
            console.keepOutForResults(); // Gloo tells everyone whom it is connected to
        }
        try {
            return work.applyAsInt(new RunTraining(workers, console::say));
        } catch (LostWorkerException e) {
            throw new EspalierException(
                    e.getMessage() + "; go on from the last checkpoint, with as many workers as you like: "
                            + goOn(folder.path()) + " --workers " + workers,
                    e);
        }
    }

    private static String goOn(Path folder) {
        return Program.name() + " train --resume " + folder;
    }

    private static void requireChangeable(List<String> keys) {
        for (String key : keys) {
            if (!RunConfig.CHANGEABLE.contains(key)) {
                throw new WrongCall("a run that is resumed keeps its " + key + "; only "
                        + String.join(", ", RunConfig.CHANGEABLE) + " may change");
            }
        }
    }

    private int run(Training training, RunRecord record, Path folder) {
        TrainingView view = new TrainingView(console, System::nanoTime);
        try (Interruption interruption = new Interruption(view::stop)) {
            Outcome outcome = training.run(record.and(view));
            report(outcome, folder, view);
            console.out().flush();
            return outcome.reason() == Outcome.Reason.STOPPED ? Interruption.EXIT_CODE : 0;
        }
    }

    private void report(Outcome outcome, Path folder, TrainingView view) {
        if (json) {
            console.out().println(Json.line(object(outcome, folder)));
        }
        view.say(
                switch (outcome.reason()) {
                    case COMPLETED -> "done after step " + outcome.step();
                    case OUT_OF_PATIENCE -> "done after step " + outcome.step() + ": validations no longer improve";
                    case STOPPED -> "stopped after step " + outcome.step() + "; go on with: " + goOn(folder);
                });
        outcome.best()
                .ifPresent(best ->
                        view.say("best validation, at step " + best.step() + ": " + TrainingView.figures(best)));
        if (outcome.reason() != Outcome.Reason.STOPPED) {
            view.say("next: " + Program.name() + " evaluate --run " + folder + ", or " + Program.name()
                    + " align --run " + folder + " --pairs FILE");
        }
    }

    private static Map<String, Object> object(Outcome outcome, Path folder) {
        Map<String, Object> object = Json.object(
                "run", folder.toString(),
                "ended", Json.word(outcome.reason()),
                "step", outcome.step(),
                "skippedSteps", outcome.skipped());
        outcome.best().ifPresent(best -> object.put("best", object(best)));
        return object;
    }

    private static Map<String, Object> object(ValidationReport best) {
        return Json.object(
                "step", best.step(),
                "partialKl", best.partialKl(),
                "iwae", best.iwae(),
                "ess", best.ess(),
                "expectedLength", best.expectedLength());
    }
}
