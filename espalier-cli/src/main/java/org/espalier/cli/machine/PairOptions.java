package org.espalier.cli.machine;

import org.espalier.cli.console.Console;
import org.espalier.cli.console.UsageException;
import org.espalier.run.data.Normalization;
import org.espalier.run.data.PairFile;
import org.espalier.run.data.TokenUnit;
import org.espalier.run.data.Tokenizer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that give pairs. {@code from data} in a machine takes its symbols from them. */
public final class PairOptions {
    @Option(names = "--x", paramLabel = "INPUT", description = "Input string, its symbols separated by spaces.")
    private @Nullable String x;

    @Option(names = "--y", paramLabel = "OUTPUT", description = "Output string.")
    private @Nullable String y;

    @Option(
            names = "--pairs",
            paramLabel = "FILE",
            description = "File of pairs, one x<TAB>y per line, or - for standard input.")
    private @Nullable String file;

    @Option(names = "--chars", description = "Use characters as symbols. Default: words separated by spaces.")
    private boolean chars;

    @Option(
            names = "--normalize",
            paramLabel = "FORM",
            description = "Unicode normalization of the text read: nfc (composed form) or none. Default: nfc.")
    private Normalization normalization = Normalization.NFC;

    /** Returns whether {@code --pairs} is given. */
    public boolean isFile() {
        return file != null;
    }

    /** Reads the pairs, or returns null if none are given. Reports lines that cannot be read. */
    @Nullable
    public PairFile read(Console console) {
        if (file != null) {
            if (x != null || y != null) {
                throw new UsageException("--pairs cannot be combined with --x and --y; give one or the other");
            }
            PairFile pairs = PairFile.read(file, reading(), System.in);
            pairs.warn(console::info);
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

    /** Returns how strings are split into symbols. */
    public Tokenizer reading() {
        return new Tokenizer(chars ? TokenUnit.CHARS : TokenUnit.WORDS, normalization);
    }
}
