package org.espalier.app.cli;

import java.util.concurrent.Callable;
import org.espalier.app.task.Cipher;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Makes the data of the cipher task. */
@Command(
        name = "cipher",
        description = {
            "Make the cipher task from a seed: strings, enciphered by one of several random ciphers, with noise.",
            "Without --max-train, --max-valid and --max-test, 10000, 1000 and 1000 different pairs."
        },
        footer = {
            "",
            "Examples:",
            "  espalier data cipher --out data/cipher",
            "  espalier data cipher --out data/small --n-ciphers 3 --letters 10 --max-train 2000 --seed 7"
        })
final class DataCipherCommand implements Callable<Integer> {
    private static final Cipher.Settings USUAL = Cipher.Settings.DEFAULT;

    private final Console console;

    @Option(names = "--n-ciphers", paramLabel = "N", description = "How many ciphers. Default: ${DEFAULT-VALUE}.")
    private int ciphers = USUAL.ciphers();

    @Option(
            names = "--letters",
            paramLabel = "N",
            description = "How many letters the alphabet has, from a on. Default: ${DEFAULT-VALUE}.")
    private int letters = USUAL.letters();

    @Option(
            names = "--train-length",
            paramLabel = "L",
            description = "Mean length of an input to train on or validate with. Default: ${DEFAULT-VALUE}.")
    private double trainLength = USUAL.trainLength();

    @Option(
            names = "--test-length",
            paramLabel = "L",
            description = "Mean length of an input to test on. Default: ${DEFAULT-VALUE}.")
    private double testLength = USUAL.testLength();

    @Option(
            names = "--spread",
            paramLabel = "N",
            description = "How many lengths around the mean there are. Default: ${DEFAULT-VALUE}.")
    private int spread = USUAL.spread();

    @Option(
            names = "--deletion",
            paramLabel = "P",
            description = "How probable it is that noise deletes a letter. Default: ${DEFAULT-VALUE}.")
    private double deletion = USUAL.deletion();

    @Option(
            names = "--insertion",
            paramLabel = "P",
            description = "How probable it is that noise inserts a letter, in each gap. Default: ${DEFAULT-VALUE}.")
    private double insertion = USUAL.insertion();

    @Mixin
    private DatasetOptions dataset = new DatasetOptions();

    DataCipherCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        dataset.requireSense();
        return dataset.finish(
                DatasetOptions.fromOptions(() -> Cipher.of(new Cipher.Settings(
                        ciphers,
                        letters,
                        trainLength,
                        testLength,
                        spread,
                        deletion,
                        insertion,
                        dataset.sizes(USUAL.sizes()),
                        dataset.seed))),
                console);
    }
}
