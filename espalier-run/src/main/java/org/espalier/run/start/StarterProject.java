package org.espalier.run.start;

import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.espalier.fst.base.Plural;
import org.espalier.run.data.CaseFolding;
import org.espalier.run.data.Columns;
import org.espalier.run.data.FileFormat;
import org.espalier.run.data.Normalization;
import org.espalier.run.data.Reading;
import org.espalier.run.data.TokenUnit;

/**
 * A machine and a configuration that are proposed for pairs. Comments explain each line to the user, who may change it.
 *
 * @param source the name of the pairs
 * @param summary the statistics of all pairs
 * @param split the parts of the pairs
 * @param reading how files of such pairs are read
 * @param moved the beginnings of inputs that the machine may move to the end of outputs
 * @param normalizationReason why the normalization is not the usual one, as a comment
 * @param substitute whether the machine may replace a symbol by another
 */
public record StarterProject(
        String source,
        PairSummary summary,
        PairSplit split,
        Reading reading,
        MovedPrefixes moved,
        String normalizationReason,
        boolean substitute,
        long seed) {
    /**
     * How long training is: the number of batches of 8 pairs, or of 16 where there are many, is this times the root of the number
     * of training pairs: 2,400 for 800, 26,900 for 100,000.
     */
    private static final double BATCHES_PER_ROOT = 85;

    /** The limit for very few pairs. */
    private static final int MAX_EPOCHS = 60;

    /** The number of training pairs from which on steps are on more of them, and networks are larger. */
    private static final int MANY_PAIRS = 20_000;

    private static final int FEW_PAIRS = 4_000;
    private static final int VALIDATIONS = 24;

    /** The share of the steps over which parameters are averaged. */
    private static final int STEPS_PER_AVERAGE = 12;

    /** The number of marks of a deletion. An alignment of deletions and insertions alone is the longest. */
    private static final int MARKS = 2;

    /** The largest number of characters of an output symbol, on average, that are proposed as marks of their own. */
    private static final double MAX_SPELLED = 2.5;

    private static final int USUAL_LENGTH_THRESHOLD = 100;

    /** The largest number of substitutions of a proposed machine. */
    public static final int MAX_SUBSTITUTIONS = 100_000;

    /**
     * Returns whether a machine for such pairs should have substitutions. They are too many if symbols are whole words, or if
     * many beginnings move, each of which has its own.
     */
    public static boolean proposesSubstitution(PairSummary summary, MovedPrefixes moved) {
        return (long) summary.symbols().input().size()
                        * summary.symbols().output().size()
                        * (1 + moved.prefixes().size())
                <= MAX_SUBSTITUTIONS;
    }

    /** Returns the operations of the machine, for people. */
    public String operations() {
        return "deletion, insertion"
                + (hasCopy() ? ", copy" : "")
                + (substitute ? ", substitution" : "")
                + (moved.isEmpty() ? "" : ", move");
    }

    private boolean hasTags() {
        return !summary.symbols().tags().isEmpty();
    }

    /** Returns the name of the alphabet that operations read from. */
    private String letters() {
        return hasTags() ? "letters" : "input";
    }

    private static final String TAGS = """
            # The tags that inputs begin with, %d of them, each with a mark of its own, so that the model learns what they mean.
            tags    = from data
            letters = input - tags
            tag     = [t in tags] t:_ / t

            """;

    private boolean hasCopy() {
        return summary.shared() > 0;
    }

    /**
     * Returns whether marks spell output symbols by their characters: where many symbols, such as long or accented vowels, are made
     * of few characters, and are no whole words.
     */
    private boolean spells() {
        List<String> symbols = summary.symbols().output();
        List<String> characters =
                symbols.stream().flatMap(StarterProject::characters).toList();
        return characters.stream().distinct().count() < symbols.size()
                && characters.size() <= MAX_SPELLED * symbols.size();
    }

    /** Returns the characters of a symbol as the machine language spells it. */
    private static Stream<String> characters(String symbol) {
        return Normalizer.normalize(symbol, Normalizer.Form.NFD).codePoints().mapToObj(Character::toString);
    }

    private String outputMarks() {
        return spells() ? "chars b" : "b";
    }

    private static final String SPELLED =
            "# With chars b each character of a symbol is a mark, so that what is learned of one long vowel holds for all.\n";

    /** Returns the machine in the machine language. */
    public String machine() {
        String tags = hasTags() ? "tag* " : "";
        String edits = "(delete | insert" + (hasCopy() ? " | copy" : "") + (substitute ? " | substitute" : "") + ")*";
        return """
                # Every alignment of an input x with an output y: %s.
                # Proposed for %s, and yours to change; docs/reference/machine-language.md describes the language.

                # The symbols of both tapes: those of all files that the configuration names.
                input  = from data   # %s
                output = from data   # %s

                %s# Read a symbol and write nothing (_). The marks behind the slash name the operation and its symbols.
                delete = [a in %s] a:_ / <delete> a

                # Read nothing and write a symbol.
                %sinsert = [b in output] _:b / <insert> %s

                %s%s# Any sequence of these operations that reads x and writes y.
                %s""".formatted(
                        operations(),
                        source,
                        Plural.of(summary.symbols().input().size(), "symbol"),
                        Plural.of(summary.symbols().output().size(), "symbol"),
                        hasTags() ? TAGS.formatted(summary.symbols().tags().size()) : "",
                        letters(),
                        spells() ? SPELLED : "",
                        outputMarks(),
                        hasCopy() ? copy() : "",
                        substitute ? SUBSTITUTE.formatted(letters(), outputMarks()) : "",
                        moved.isEmpty()
                                ? "machine = " + tags + edits + "\n"
                                : MOVE.formatted(
                                        edits,
                                        moved.example(),
                                        Plural.of(moved.pairs(), "pair"),
                                        Plural.form(moved.pairs(), "has", "have"),
                                        tags));
    }

    private static final String MOVE = """
            edits = %s

            # The same, but the beginning of x is read first and written at the end of y, after a space, as in %s.
            # %s to train on %s one of the beginnings that moved.tsv lists. Add others that you know.
            move = [p in table "moved.tsv"] (p:_ / <move> p) edits (_:"<space>" / <moved>) _:p

            machine = %s(edits | move)
            """;

    private String copy() {
        return """
                # Read a symbol and write the same, where it is on both tapes: %d %s.
                copy = [a in %s & output] a:a / <copy> a

                """.formatted(summary.shared(), Plural.form(summary.shared(), "is", "are"), letters());
    }

    private static final String SUBSTITUTE = """
            # Read a symbol and write another. To allow some replacements only, list them in a table: [a:b in table "FILE"].
            substitute = [a in %s, b in output, a != b] a:b / <substitute> a %s

            """;

    /** Returns the configuration of training, in YAML. */
    public String config() {
        long train = split.train().size();
        boolean isFew = train < FEW_PAIRS;
        // A batch of 32 takes less time than two of 16, and was no worse on 8,000 words and on 10,000 inflected forms.
        int batch = isFew ? 8 : 32;
        String rate = isFew ? "0.001" : "0.0014";
        long batchesOfEpoch = batches(train, isFew ? 8 : 16);
        long epochs = Math.max(
                1, Math.min(MAX_EPOCHS, Math.round(BATCHES_PER_ROOT * Math.sqrt((double) train) / batchesOfEpoch)));
        long steps = epochs * batches(train, batch);
        long every = Math.max(1, steps / VALIDATIONS);
        return """
                # The configuration of a training. Paths of files are relative to the folder of this one.
                # Settings that are missing here have their defaults. The train command can print all settings.

                machine: machine.mfst   # defines which alignments are possible
                train: train.tsv        # to learn from: %s
                valid: valid.tsv        # to choose the best checkpoint: %s
                test: test.tsv          # for espalier evaluate, never used in training: %s
                %sout: run                # the folder of the run
                seed: %-17d # random seed; the same seed gives the same model

                scorer:                 # the network that gives alignments their probabilities
                  given: input          # it knows the input: p(y | x); with nothing, and masked: false, it learns p(x, y)
                  masked: true          # only alignments of the input have a probability
                  dimension: %-10d # its size; larger networks learn more from much data, and are slower
                  layers: 1             # number of stacked layers
                %s
                sampler:                # the network that finds the probable alignments of a pair
                  kind: swg             # sees all that can follow, and what the scorer expects; docs/reference/models.md has the others
                  dimension: 64

                training:
                  objective: joint            # trains scorer and sampler from the same samples
                  batch: %-20d # pairs per step
                %s  scorerLearningRate: %-7s # halve it if the loss jumps
                  samplerLearningRate: %s
                  dropout: %-18s # share of each network that a step leaves out, against overfitting
                  labelSmoothing: 0
                  average: %-18s # parameters are averaged over about %s
                  lengthThreshold: %-10d # longer alignments, in marks, are penalized; no pair here needs a longer one
                  epochs: %-19d # passes over the pairs, %s in total; raise it if validations still improve
                  evaluateEvery: %-12d # steps between validations
                  checkpointEvery: %-10d # steps between checkpoints
                  select: accuracy            # the best checkpoint has the fewest wrong words; likelihood is faster
                  patience: %-17d # training ends after this many validations without improvement
                %s""".formatted(
                        Plural.of(train, "pair"),
                        Plural.of(split.valid().size(), "pair"),
                        Plural.of(split.test().size(), "pair"),
                        readingLines(),
                        seed,
                        train < MANY_PAIRS ? 128 : 256,
                        hasTags() ? ATTENTION : "",
                        batch,
                        isFew ? "" : FEW_SAMPLES,
                        rate,
                        rate,
                        train < MANY_PAIRS ? "0.3" : "0.1",
                        decay(steps),
                        Plural.of(Math.max(1, steps / STEPS_PER_AVERAGE), "step"),
                        lengthThreshold(),
                        epochs,
                        Plural.of(steps, "step"),
                        every,
                        every,
                        VALIDATIONS / 3,
                        isAligned() ? MEMORY : "");
    }

    private static long batches(long pairs, int size) {
        return (pairs + size - 1) / size;
    }

    /** Returns the decay of an average over a share of the steps. */
    private static String decay(long steps) {
        double decay = Math.max(0, 1 - (double) STEPS_PER_AVERAGE / Math.max(STEPS_PER_AVERAGE, steps));
        return String.format(Locale.ROOT, "%.4f", decay);
    }

    /** Returns whether the file of pairs has alignments. */
    private boolean isAligned() {
        return reading.format() == FileFormat.PHONETISAURUS || reading.format() == FileFormat.M2M;
    }

    private static final String MEMORY =
            "  memory: 8                   # strings remembered per pair; the alignments of the file are the first\n";

    private static final String ATTENTION = "  attention: true       # it sees the tags wherever it is in the word\n";

    private static final String FEW_SAMPLES = """
              samples: 4                  # alignments drawn per pair and step; soon nearly all of them are the same
              iwaeSamples: 4              # the same number for the scorer
            """;

    /** Returns the lines of the configuration that say how files are read. */
    private String readingLines() {
        StringBuilder lines = new StringBuilder();
        if (reading.format() != FileFormat.TSV) {
            lines.append("format: ").append(reading.format().word()).append("\n");
        }
        if (!reading.columns().equals(Columns.DEFAULT)) {
            lines.append("columns: ").append(reading.columns()).append("   # what the columns of the files hold\n");
        }
        TokenUnit input = reading.input().tokens();
        TokenUnit output = reading.output().tokens();
        if (input.equals(output)) {
            lines.append("tokens: ")
                    .append(input)
                    .append("   # ")
                    .append(input.description())
                    .append("\n");
        } else {
            lines.append("tokens:\n");
            lines.append("  input: ")
                    .append(input)
                    .append("   # ")
                    .append(input.description())
                    .append("\n");
            lines.append("  output: ")
                    .append(output)
                    .append("   # ")
                    .append(output.description())
                    .append("\n");
        }
        if (reading.input().normalization() != Normalization.NFC) {
            lines.append("normalize: ")
                    .append(reading.input().normalization().name().toLowerCase(Locale.ROOT))
                    .append("   # ")
                    .append(normalizationReason)
                    .append("\n");
        }
        if (reading.input().folding() != CaseFolding.NONE) {
            lines.append("fold: case   # capital letters are read as small ones\n");
        }
        return lines.toString();
    }

    private int lengthThreshold() {
        long written = spells()
                ? summary.symbols().output().stream()
                        .mapToLong(symbol -> characters(symbol).count())
                        .max()
                        .orElse(1)
                : 1;
        int longest = Math.toIntExact((long) MARKS * summary.input().longest()
                + (1 + written) * summary.output().longest());
        return Math.max(USUAL_LENGTH_THRESHOLD, longest);
    }

    /** Returns what {@code init} prints about the pairs, the machine and the parts. */
    public String description() {
        String text = """
                pairs    %d, of %s%s
                input    %s
                output   %s
                shared   %s on both tapes
                machine  %s
                parts    %s to train on, %d to validate with, %d to test on%s
                """;
        return text.formatted(
                summary.pairs(),
                Plural.of(summary.differentInputs(), "different input"),
                repeated(summary.repeatedPairs()),
                side(summary.symbols().input().size(), summary.input()),
                side(summary.symbols().output().size(), summary.output()),
                Plural.of(summary.shared(), "symbol") + Plural.form(summary.shared(), " is", " are"),
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
