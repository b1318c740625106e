package org.espalier.cli.data;

import java.nio.file.Path;
import java.util.function.Supplier;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.ConsoleProgress;
import org.espalier.cli.console.PositiveNumber;
import org.espalier.cli.console.UsageException;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.Plural;
import org.espalier.fst.base.ShellCommand;
import org.espalier.lab.task.DataStatistics;
import org.espalier.lab.task.SplitSizes;
import org.espalier.lab.task.TaskData;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that the commands of {@code data} share: output folder, sizes, seed and statistics. */
public final class TaskDataOptions {
    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            description = "Output folder for train.tsv, valid.tsv, test.tsv, machine.mfst and data.json.")
    private @Nullable Path out;

    @Option(names = "--seed", paramLabel = "N", description = "Random seed. Default: ${DEFAULT-VALUE}.")
    long seed = 1;

    @Option(
            names = "--max-train",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description = "Maximum number of training pairs; the seed selects them.")
    private @Nullable Integer train;

    @Option(
            names = "--max-valid",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description = "Maximum number of validation pairs.")
    private @Nullable Integer valid;

    @Option(
            names = "--max-test",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description = "Maximum number of test pairs.")
    private @Nullable Integer test;

    @Option(
            names = "--stats",
            description =
                    "Print the statistics of the paper's data table: lengths, lattice sizes and marks. Works without --out.")
    private boolean stats;

    @Option(names = "--json", description = "Print the statistics as one JSON object.")
    private boolean json;

    /** Returns the sizes of these options, with defaults for those that are not given. */
    public SplitSizes sizes(SplitSizes defaults) {
        return new SplitSizes(
                train == null ? defaults.train() : train,
                valid == null ? defaults.valid() : valid,
                test == null ? defaults.test() : test);
    }

    /** Creates an object from values of options. If that fails, the call was wrong. */
    public static <T> T fromOptions(Supplier<T> maker) {
        try {
            return maker.get();
        } catch (EspalierException e) {
            throw new UsageException(e);
        }
    }

    /** Refuses options that have no effect. */
    public void check() {
        if (out == null && !stats) {
            throw new UsageException(
                    "--out is missing; name an output folder, or add --stats to print statistics only");
        }
        if (json && !stats) {
            throw new UsageException("--json is for statistics; add --stats");
        }
    }

    /** Writes the data, prints its statistics, and prints the next command. */
    public int finish(TaskData data, Console console) {
        if (out != null) {
            boolean written = data.write(out);
            console.info(out + (written ? ": " : " already contains ")
                    + Plural.of(data.train().size(), "pair") + " to train on, "
                    + data.valid().size() + " to validate with, "
                    + data.test().size() + " to test on");
        }
        if (stats) {
            ConsoleProgress progress = new ConsoleProgress(
                    console,
                    "lattices",
                    data.train().size() + data.valid().size() + data.test().size());
            DataStatistics statistics = DataStatistics.of(data, () -> {
                synchronized (progress) {
                    progress.step();
                }
            });
            StatisticsView.print(statistics, json, console);
        }
        if (out != null) {
            console.info("next: "
                    + ShellCommand.of(
                            "train",
                            "--machine",
                            out.resolve(TaskData.MACHINE),
                            "--train",
                            out.resolve(TaskData.TRAIN),
                            "--valid",
                            out.resolve(TaskData.VALID),
                            "--set",
                            "test=" + out.resolve(TaskData.TEST),
                            "--out",
                            "runs/" + data.task()));
        }
        return 0;
    }
}
