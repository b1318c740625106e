package org.espalier.cli.data;

import java.util.ArrayList;
import java.util.List;
import org.espalier.lab.task.CipherTask;
import picocli.CommandLine.Option;

/** The options of the generated cipher task. */
public final class CipherOptions {
    private static final CipherTask.CipherSettings DEFAULT = CipherTask.CipherSettings.DEFAULT;

    @Option(names = "--n-ciphers", paramLabel = "N", description = "Number of ciphers. Default: ${DEFAULT-VALUE}.")
    private int ciphers = DEFAULT.ciphers();

    @Option(
            names = "--letters",
            paramLabel = "N",
            description = "Number of letters of the alphabet, starting at a. Default: ${DEFAULT-VALUE}.")
    private int letters = DEFAULT.letters();

    @Option(
            names = "--train-length",
            paramLabel = "L",
            description = "Mean input length of training and validation pairs. Default: ${DEFAULT-VALUE}.")
    private double trainLength = DEFAULT.trainLength();

    @Option(
            names = "--test-length",
            paramLabel = "L",
            description = "Mean input length of test pairs. Default: ${DEFAULT-VALUE}.")
    private double testLength = DEFAULT.testLength();

    @Option(
            names = "--spread",
            paramLabel = "N",
            description = "Number of different lengths around the mean. Default: ${DEFAULT-VALUE}.")
    private int spread = DEFAULT.spread();

    @Option(
            names = "--deletion",
            paramLabel = "P",
            description = "Probability that noise deletes a letter. Default: ${DEFAULT-VALUE}.")
    private double deletion = DEFAULT.deletion();

    @Option(
            names = "--insertion",
            paramLabel = "P",
            description = "Probability that noise inserts a letter into a gap. Default: ${DEFAULT-VALUE}.")
    private double insertion = DEFAULT.insertion();

    /** Returns the settings of the task, with the default number of pairs and seed. */
    public CipherTask.CipherSettings settings() {
        return DEFAULT.withCiphers(ciphers)
                .withLetters(letters)
                .withLengths(trainLength, testLength, spread)
                .withNoise(deletion, insertion);
    }

    /** Returns the options that differ from their defaults, as words of a command line. */
    public List<String> words() {
        List<String> words = new ArrayList<>();
        add(words, "--n-ciphers", ciphers, DEFAULT.ciphers());
        add(words, "--letters", letters, DEFAULT.letters());
        add(words, "--train-length", trainLength, DEFAULT.trainLength());
        add(words, "--test-length", testLength, DEFAULT.testLength());
        add(words, "--spread", spread, DEFAULT.spread());
        add(words, "--deletion", deletion, DEFAULT.deletion());
        add(words, "--insertion", insertion, DEFAULT.insertion());
        return words;
    }

    private static void add(List<String> words, String option, Number value, Number defaultValue) {
        if (!value.equals(defaultValue)) {
            words.add(option);
            words.add(value.toString());
        }
    }
}
