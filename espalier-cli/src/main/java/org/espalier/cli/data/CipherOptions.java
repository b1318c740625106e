package org.espalier.cli.data;

import java.util.ArrayList;
import java.util.List;
import org.espalier.lab.task.CipherTask;
import picocli.CommandLine.Option;

/** How ciphers and their pairs are made, for every command that makes some. */
public final class CipherOptions {
    private static final CipherTask.Settings USUAL = CipherTask.Settings.DEFAULT;

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

    /** But for the number of pairs and the seed, which are the command's. */
    public CipherTask.Settings settings() {
        return USUAL.withCiphers(ciphers)
                .withLetters(letters)
                .withLengths(trainLength, testLength, spread)
                .withNoise(deletion, insertion);
    }

    /** What was given, as words of a command line. */
    public List<String> words() {
        List<String> words = new ArrayList<>();
        add(words, "--n-ciphers", ciphers, USUAL.ciphers());
        add(words, "--letters", letters, USUAL.letters());
        add(words, "--train-length", trainLength, USUAL.trainLength());
        add(words, "--test-length", testLength, USUAL.testLength());
        add(words, "--spread", spread, USUAL.spread());
        add(words, "--deletion", deletion, USUAL.deletion());
        add(words, "--insertion", insertion, USUAL.insertion());
        return words;
    }

    private static void add(List<String> words, String option, Number value, Number usual) {
        if (!value.equals(usual)) {
            words.add(option);
            words.add(value.toString());
        }
    }
}
