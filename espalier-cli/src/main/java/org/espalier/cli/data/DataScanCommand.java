package org.espalier.cli.data;

import java.util.concurrent.Callable;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.PositiveNumber;
import org.espalier.lab.task.ScanTask;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Generates the data of the scan task. */
@Command(
        name = "scan",
        description = {
            "Generate SCAN from its grammar: 20,910 commands with their actions.",
            "A tenth of the training pairs becomes the validation set."
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
                    "length: train on at most 22 actions, test on 24 or more. simple: a random four fifths to train on, of "
                            + "the same size as the published split, but a different draw. Default: length.")
    private ScanTask.Split split = ScanTask.ScanSettings.DEFAULT.split();

    @Option(
            names = "--max-actions",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description =
                    "Maximum number of actions of a test pair. Default: no limit. The paper names none; its test pairs have 25.3 on average.")
    private @Nullable Integer maxActions;

    @Mixin
    private TaskDataOptions dataset = new TaskDataOptions();

    DataScanCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        dataset.check();
        ScanTask.ScanSettings defaults = ScanTask.ScanSettings.DEFAULT;
        return dataset.finish(
                TaskDataOptions.fromOptions(() -> ScanTask.of(new ScanTask.ScanSettings(
                        split,
                        maxActions == null ? defaults.maxActions() : maxActions,
                        dataset.sizes(defaults.sizes()),
                        dataset.seed))),
                console);
    }
}
