package org.espalier.cli.data;

import java.util.concurrent.Callable;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.PositiveNumber;
import org.espalier.lab.task.ScanTask;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Makes the data of the scan task. */
@Command(
        name = "scan",
        description = {
            "Make SCAN from its grammar: 20,910 commands and the actions that they mean.",
            "A tenth of the pairs to train on is set apart to validate with."
        },
        footer = {
            "",
            "Examples:",
            "  espalier data scan --out data/scan --max-actions 26",
            "  espalier data scan --split simple --stats"
        })
final class DataScanCommand implements Callable<Integer> {
    private final Console console;

    @Option(
            names = "--split",
            paramLabel = "SPLIT",
            description =
                    "length: at most 22 actions to train on, 24 and more to test on (the default). simple: four fifths "
                            + "to train on, at random; the published simple split is as large, but drawn otherwise.")
    private ScanTask.Split split = ScanTask.Settings.DEFAULT.split();

    @Option(
            names = "--max-actions",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description = "The most actions of a test pair. The paper's have 24 or 25, of the length split.")
    private @Nullable Integer maxActions;

    @Mixin
    private TaskDataOptions dataset = new TaskDataOptions();

    DataScanCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        dataset.requireSense();
        ScanTask.Settings usual = ScanTask.Settings.DEFAULT;
        return dataset.finish(
                TaskDataOptions.fromOptions(() -> ScanTask.of(new ScanTask.Settings(
                        split,
                        maxActions == null ? usual.maxActions() : maxActions,
                        dataset.sizes(usual.sizes()),
                        dataset.seed))),
                console);
    }
}
