package org.espalier.run.start;

import java.util.Locale;
import org.espalier.fst.base.Plural;
import org.espalier.run.data.TokenUnit;

/**
 * A machine and a configuration to begin with, each line explained to whoever will change it.
 *
 * @param source what the pairs are called
 * @param survey of all pairs
 * @param split the sizes of its parts are said
 * @param substitute whether a symbol may be replaced by another
 */
public record StarterProject(
        String source, PairSummary survey, PairSplit split, TokenUnit tokens, boolean substitute, long seed) {
    /** Steps after which small networks have usually learnt what they will, see {@code Scale} of the experiments. */
    private static final int STEPS = 3000;

    private static final int BATCH = 16;
    private static final int DIMENSION = 64;

    /** However few the pairs: what is kept is the state of the best validation, which so many passes will have met. */
    private static final int MOST_EPOCHS = 100;

    private static final int VALIDATIONS = 20;

    /** The marks of a deletion or an insertion; an alignment by these alone is the longest. */
    private static final int MARKS = 2;

    private static final int USUAL_LENGTH_THRESHOLD = 100;

    /** What the machine can do, for people. */
    public String operations() {
        return "deletion, insertion" + (hasCopy() ? ", copy" : "") + (substitute ? ", substitution" : "");
    }

    private boolean hasCopy() {
        return survey.shared() > 0;
    }

    /** A program in the machine language. */
    public String machine() {
        return """
                # Every alignment of an input x with an output y: %s.
                # Proposed for %s, and yours to change; docs/reference/machine-language.md describes the language.

                # The symbols of both tapes: those of all files that the configuration names.
                input  = from data   # %s
                output = from data   # %s

                # Read a symbol and write nothing (_). Behind the slash are marks: they tell the model what happened, and with what.
                delete = [a in input] a:_ / <delete> a

                # Read nothing and write a symbol.
                insert = [b in output] _:b / <insert> b

                %s%s# Any number of these, one after the other, until x is read and y is written.
                machine = (delete | insert%s%s)*
                """.formatted(
                        operations(),
                        source,
                        Plural.of(survey.symbols().input().size(), "symbol"),
                        Plural.of(survey.symbols().output().size(), "symbol"),
                        hasCopy() ? copy() : "",
                        substitute ? SUBSTITUTE : "",
                        hasCopy() ? " | copy" : "",
                        substitute ? " | substitute" : "");
    }

    private String copy() {
        return """
                # Read a symbol and write the same, where it is on both tapes: %d %s.
                copy = [a in input & output] a:a / <copy> a

                """.formatted(survey.shared(), Plural.form(survey.shared(), "is", "are"));
    }

    private static final String SUBSTITUTE = """
            # Read a symbol and write another. To allow some replacements only, list them in a table: [a:b in table "FILE"].
            substitute = [a in input, b in output, a != b] a:b / <substitute> a b

            """;

    /** A configuration of training. */
    public String config() {
        long train = split.train().size();
        long stepsOfEpoch = (train + BATCH - 1) / BATCH;
        long epochs = Math.max(1, Math.min(MOST_EPOCHS, STEPS / stepsOfEpoch));
        long every = Math.max(1, epochs * stepsOfEpoch / VALIDATIONS);
        return """
                # How to train a model. Files are named from the folder of this one.
                # Settings that are not here have their default; espalier train --settings lists all of them.

                machine: machine.mfst   # which alignments are possible
                train: train.tsv        # what is learnt from: %s
                valid: valid.tsv        # what the best state of training is chosen by: %s
                test: test.tsv          # what espalier evaluate takes, and training never sees: %s
                tokens: %s
                out: run                # the folder that training makes
                seed: %d                 # all random choices depend on it: the same seed, the same model

                scorer:                 # the network that says how probable an alignment is
                  dimension: %d         # its size: more learns more from much data, and is slower
                  layers: 1             # recurrent networks, one on another

                sampler:                # the network that finds the probable alignments of a pair
                  kind: sws             # looks ahead at what is left of x and y; swa, swp and swps look in other ways
                  dimension: %d

                training:
                  objective: alternating      # both learn, in turn
                  batch: %d                   # pairs a step
                  scorerLearningRate: 0.001   # how large a step is; halve it if the loss jumps
                  samplerLearningRate: 0.001
                  dropout: 0                  # networks this small need none; try 0.1 with a dimension of 256
                  labelSmoothing: 0           # as with dropout
                  lengthThreshold: %d        # alignments of more marks are held back; the longest pair here needs no more
                  epochs: %d                  # passes over the pairs, %s together; raise it if validations still improve
                  evaluateEvery: %d           # steps from one validation to the next
                  checkpointEvery: %d         # steps after which what is learnt is saved
                """.formatted(
                        Plural.of(train, "pair"),
                        Plural.of(split.valid().size(), "pair"),
                        Plural.of(split.test().size(), "pair"),
                        tokensLine(),
                        seed,
                        DIMENSION,
                        DIMENSION,
                        BATCH,
                        lengthThreshold(),
                        epochs,
                        Plural.of(epochs * stepsOfEpoch, "step"),
                        every,
                        every);
    }

    private String tokensLine() {
        return switch (tokens) {
            case CHARS -> "chars           # each character is a symbol";
            case WORDS -> "words           # symbols are separated by spaces";
        };
    }

    private int lengthThreshold() {
        int longest = MARKS * (survey.input().longest() + survey.output().longest());
        return Math.max(USUAL_LENGTH_THRESHOLD, longest);
    }

    /** What the pairs look like, a line each. */
    public String summary() {
        String text = """
                pairs    %d, of %s%s
                input    %s
                output   %s
                shared   %s on both tapes
                machine  %s
                parts    %s to train on, %d to validate with, %d to test on%s
                """;
        return text.formatted(
                survey.pairs(),
                Plural.of(survey.differentInputs(), "different input"),
                repeated(survey.repeatedPairs()),
                side(survey.symbols().input().size(), survey.input()),
                side(survey.symbols().output().size(), survey.output()),
                Plural.of(survey.shared(), "symbol") + Plural.form(survey.shared(), " is", " are"),
                operations(),
                Plural.of(split.train().size(), "pair"),
                split.valid().size(),
                split.test().size(),
                split.isDisjoint() ? "; no input is in two" : "; some inputs are in two");
    }

    private static String repeated(int pairs) {
        return pairs == 0
                ? ""
                : "; " + Plural.of(pairs, "pair") + Plural.form(pairs, " is", " are") + " there more than once";
    }

    private static String side(int symbols, PairSummary.Lengths lengths) {
        return String.format(
                Locale.ROOT,
                "%s; %d to %d in a string, %.1f on average",
                Plural.of(symbols, "symbol"),
                lengths.shortest(),
                lengths.longest(),
                lengths.mean());
    }
}
