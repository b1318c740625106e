package org.espalier.cli.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.espalier.cli.console.PositiveNumber;
import org.espalier.cli.console.UsageException;
import org.espalier.fst.base.EspalierException;
import org.espalier.run.folder.EnsembleFolder;
import org.espalier.run.folder.RunFolder;
import org.espalier.run.settings.RunConfig;
import org.espalier.run.settings.SettingValues;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of a training: its settings, its folder and the number of workers. */
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
                    "Resume the run in this folder. Only the length of training, the intervals of validations and "
                            + "checkpoints, accumulation and threads may be changed with --set.")
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

    /** Returns the number of workers. */
    public int workers() {
        return workers;
    }

    /** Returns whether the result of training is printed as JSON. */
    public boolean json() {
        return json;
    }

    /**
     * Returns the training that these options ask for.
     *
     * @throws UsageException if options are missing or contradict each other
     */
    public TrainingRequest request() {
        SettingValues given = overrides();
        if (resume != null) {
            RunFolder folder = RunFolder.open(resume);
            requireChangeable(given.keys());
            requireWork(folder.config(), "");
            return new TrainingRequest.ResumedRun(folder, given);
        }
        RunConfig config = config(given);
        requireWork(config, ", or a larger training.batch");
        return new TrainingRequest.NewRun(RunFolder.forNewRun(config.out(), overwrite), config);
    }

    /**
     * Returns the training of an ensemble that these options ask for, if they do.
     *
     * @param seeds the seeds of a new ensemble, separated by commas; null if they were not given
     * @throws UsageException if options are missing or contradict each other
     */
    Optional<EnsembleRequest> ensemble(@Nullable String seeds) {
        if (seeds == null && (resume == null || !EnsembleFolder.isAt(resume))) {
            return Optional.empty();
        }
        if (workers > 1) {
            throw new UsageException(
                    "--workers " + workers + " is not for ensembles, whose members have one worker each; remove it");
        }
        SettingValues given = overrides();
        if (seeds == null) {
            requireChangeable(given.keys());
            return Optional.of(
                    new EnsembleRequest.ResumedEnsemble(EnsembleFolder.open(Objects.requireNonNull(resume)), given));
        }
        if (resume != null) {
            throw new UsageException("--resume continues with the seeds of the ensemble; remove --seeds");
        }
        if (given.keys().contains("seed")) {
            throw new UsageException("--seeds gives each member its seed; remove --set seed");
        }
        List<Long> parsed = SeedList.parse(seeds);
        RunConfig config = config(given);
        return Optional.of(new EnsembleRequest.NewEnsemble(
                EnsembleFolder.forNewEnsemble(config.out(), parsed, overwrite), config));
    }

    private RunConfig config(SettingValues given) {
        if (configFile == null && given.keys().isEmpty()) {
            throw new UsageException(
                    "the settings of the training are missing; give --config FILE, or --machine, --train and --out, or"
                            + " --resume DIR");
        }
        SettingValues read = configFile == null ? RunConfig.overrides(List.of()) : RunConfig.read(configFile);
        return RunConfig.of(read.overriddenBy(given));
    }

    private SettingValues overrides() {
        List<String> words = new ArrayList<>(overrides);
        addShort(words, "machine", machine);
        addShort(words, "train", train);
        addShort(words, "valid", valid);
        addShort(words, "out", out);
        if (resume != null && (configFile != null || overwrite)) {
            throw new UsageException("--resume uses the configuration of the run; remove "
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
     * Refuses more workers than a step has pairs.
     *
     * @param alternative another remedy, for the message
     */
    private void requireWork(RunConfig config, String alternative) {
        int batch = config.training().batch();
        if (workers > batch) {
            throw new UsageException(
                    "--workers " + workers + " is more than the pairs of a step, and each worker needs one:"
                            + " training.batch is " + batch + "; give at most --workers " + batch + alternative);
        }
    }

    private static void requireChangeable(List<String> keys) {
        for (String key : keys) {
            if (!RunConfig.CHANGEABLE.contains(key)) {
                throw new UsageException("a resumed run keeps its " + key + "; only "
                        + String.join(", ", RunConfig.CHANGEABLE) + " may change");
            }
        }
    }
}
