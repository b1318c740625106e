package org.espalier.cli.machine;

import org.espalier.cli.console.Console;
import org.espalier.cli.console.UsageException;
import org.espalier.run.data.Normalization;
import org.espalier.run.data.PairFile;
import org.espalier.run.data.TokenUnit;
import org.espalier.run.data.Tokenizer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The pairs a command works on, which also say what {@code from data} means in a machine. */
public final class PairOptions {
    @Option(names = "--x", paramLabel = "INPUT", description = "The input string, its symbols separated by spaces.")
    private @Nullable String x;

    @Option(names = "--y", paramLabel = "OUTPUT", description = "The output string.")
    private @Nullable String y;

    @Option(
            names = "--pairs",
            paramLabel = "FILE",
            description = "Many pairs: a file of lines x<TAB>y, or - for standard input.")
    private @Nullable String file;

    @Option(names = "--chars", description = "Every character is a symbol, instead of words between spaces.")
    private boolean chars;

    @Option(
            names = "--normalize",
            paramLabel = "FORM",
            description = "nfc: text is read in Unicode's composed form. none: as it stands. Default: nfc.")
    private Normalization normalization = Normalization.NFC;

    /** Whether a file of pairs was named. */
    public boolean isFile() {
        return file != null;
    }

    /** The pairs named, if any were; what is wrong with lines of a file is said at once. */
    @Nullable
    public PairFile read(Console console) {
        if (file != null) {
            if (x != null || y != null) {
                throw new UsageException("--pairs cannot be combined with --x and --y; give one or the other");
            }
            PairFile pairs = PairFile.read(file, reading(), System.in);
            pairs.warn(console::say);
            return pairs;
        }
        if (x == null && y == null) {
            return null;
        }
        if (x == null || y == null) {
            throw new UsageException("--x and --y go together; " + (x == null ? "--x" : "--y")
                    + " is missing (\"\" is the empty string)");
        }
        return PairFile.of(reading().split(x), reading().split(y));
    }

    public Tokenizer reading() {
        return new Tokenizer(chars ? TokenUnit.CHARS : TokenUnit.WORDS, normalization);
    }
}
