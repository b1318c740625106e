package org.espalier.cli.data;

import java.util.concurrent.Callable;
import org.espalier.cli.console.Console;
import org.espalier.lab.task.CipherTask;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Generates the data of the cipher task. */
@Command(
        name = "cipher",
        description = {
            "Generate the cipher task: random strings, each enciphered by one of several random ciphers, with noise.",
            "By default there are 10000 training, 1000 validation and 1000 test pairs, all different."
        },
        footer = {
            "",
            "Examples:",
            "  espalier data cipher --out data/cipher",
            "  espalier data cipher --out data/small --n-ciphers 3 --letters 10 --max-train 2000 --seed 7"
        })
final class DataCipherCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private CipherOptions cipher = new CipherOptions();

    @Mixin
    private TaskDataOptions dataset = new TaskDataOptions();

    DataCipherCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        dataset.check();
        return dataset.finish(
                TaskDataOptions.fromOptions(() -> CipherTask.of(cipher.settings()
                        .withSizes(dataset.sizes(CipherTask.CipherSettings.DEFAULT.sizes()))
                        .withSeed(dataset.seed))),
                console);
    }
}
