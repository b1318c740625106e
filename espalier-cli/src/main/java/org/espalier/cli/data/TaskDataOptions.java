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

/** What the commands that make data have in common: where it goes, how much of it, and what is told of it. */
public final class TaskDataOptions {
    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            description = "The folder to write: train.tsv, valid.tsv, test.tsv, machine.mfst and data.json.")
    private @Nullable Path out;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of all that is random. Default: ${DEFAULT-VALUE}.")
    long seed = 1;

    @Option(
            names = "--max-train",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description = "At most so many pairs to train on, chosen by the seed.")
    private @Nullable Integer train;

    @Option(
            names = "--max-valid",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description = "At most so many pairs to validate with.")
    private @Nullable Integer valid;

    @Option(
            names = "--max-test",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description = "At most so many pairs to test on.")
    private @Nullable Integer test;

    @Option(
            names = "--stats",
            description = "Print the paper's data statistics: lengths, sizes of lattices, and marks. Needs no --out.")
    private boolean stats;

    @Option(names = "--json", description = "Print the statistics as one JSON object.")
    private boolean json;

    /** The sizes asked for, those left open as given. */
    public SplitSizes sizes(SplitSizes usual) {
        return new SplitSizes(
                train == null ? usual.train() : train,
                valid == null ? usual.valid() : valid,
                test == null ? usual.test() : test);
    }

    /** Makes something of options alone: if that fails, the call was wrong. */
    public static <T> T fromOptions(Supplier<T> maker) {
        try {
            return maker.get();
        } catch (EspalierException e) {
            throw new UsageException(e);
        }
    }

    public void requireSense() {
        if (out == null && !stats) {
            throw new UsageException("--out is missing; name the folder to write, or add --stats to look only");
        }
        if (json && !stats) {
            throw new UsageException("--json is for statistics; add --stats");
        }
    }

    /** Writes the data, tells of it, and says what to do with it. */
    public int finish(TaskData data, Console console) {
        if (out != null) {
            boolean written = data.write(out);
            console.say(out + (written ? ": " : " has them already: ")
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
            console.say("next: "
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
