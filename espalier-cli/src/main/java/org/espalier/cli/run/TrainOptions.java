package org.espalier.cli.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.espalier.cli.console.PositiveNumber;
import org.espalier.cli.console.UsageException;
import org.espalier.fst.base.EspalierException;
import org.espalier.run.folder.RunFolder;
import org.espalier.run.settings.RunConfig;
import org.espalier.run.settings.SettingValues;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What to train, in which folder, and by how many. */
public final class TrainOptions {
    @Option(names = "--config", paramLabel = "FILE", description = "Configuration file, in YAML.")
    private @Nullable Path configFile;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Override a setting of the configuration, as in --set training.batch=32. May be repeated.")
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
                    "Resume the run in this folder. Only its duration, the intervals of validation and checkpoints, and "
                            + "the number of threads may be changed.")
    private @Nullable Path resume;

    @Option(
            names = "--workers",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description =
                    "Number of worker processes, which divide the pairs of each step; the result is the same up to "
                            + "rounding. May change with --resume. Default: 1.")
    private int workers = 1;

    @Option(names = "--overwrite", description = "Replace an existing run in the folder.")
    private boolean overwrite;

    @Option(names = "--json", description = "Print a summary of training as one JSON object.")
    private boolean json;

    /** Who does the training that these options ask for. */
    public interface Trainer {
        /** Trains from the beginning; returns the exit code. */
        int fresh(RunFolder folder, RunConfig config);

        /** Goes on with a run, with settings that may change in its course changed; returns the exit code. */
        int resumed(RunFolder folder, SettingValues changes);
    }

    public int workers() {
        return workers;
    }

    /** Whether how training ended is printed as JSON. */
    public boolean json() {
        return json;
    }

    /**
     * Finds out what is to be trained, and has it done.
     *
     * @throws UsageException if the options do not say, or do not go together
     */
    public int call(Trainer trainer) {
        SettingValues given = overrides();
        if (resume != null) {
            RunFolder folder = RunFolder.open(resume);
            requireChangeable(given.keys());
            requireWork(folder.config(), "");
            return trainer.resumed(folder, given);
        }
        if (configFile == null && given.keys().isEmpty()) {
            throw new UsageException(
                    "what to train is missing; give --config FILE, or --machine, --train and --out, or --resume DIR");
        }
        SettingValues read = configFile == null ? RunConfig.overrides(List.of()) : RunConfig.read(configFile);
        RunConfig config = RunConfig.of(read.overriddenBy(given));
        requireWork(config, ", or a larger training.batch");
        return trainer.fresh(overwrite ? RunFolder.overwriting(config.out()) : RunFolder.fresh(config.out()), config);
    }

    private SettingValues overrides() {
        List<String> words = new ArrayList<>(overrides);
        addShort(words, "machine", machine);
        addShort(words, "train", train);
        addShort(words, "valid", valid);
        addShort(words, "out", out);
        if (resume != null && (configFile != null || overwrite)) {
            throw new UsageException("--resume takes the configuration of the run it goes on with; leave out "
                    + (configFile != null ? "--config" : "--overwrite"));
        }
        try {
            return RunConfig.overrides(words);
        } catch (EspalierException e) {
            throw new UsageException(e);
        }
    }

    private static void addShort(List<String> words, String key, @Nullable String value) {
        if (value != null) {
            words.add(key + "=" + value);
        }
    }

    /**
     * Refuses workers for whom a step has no pair.
     *
     * @param otherwise what else can be done about them
     */
    private void requireWork(RunConfig config, String otherwise) {
        int batch = config.training().batch();
        if (workers > batch) {
            throw new UsageException(
                    "--workers " + workers + " are more than the pairs of a step, of which each needs one:"
                            + " training.batch is " + batch + "; give --workers " + batch + " at most" + otherwise);
        }
    }

    private static void requireChangeable(List<String> keys) {
        for (String key : keys) {
            if (!RunConfig.CHANGEABLE.contains(key)) {
                throw new UsageException("a run that is resumed keeps its " + key + "; only "
                        + String.join(", ", RunConfig.CHANGEABLE) + " may change");
            }
        }
    }
}
