package org.espalier.app.cli;

import java.util.List;
import org.espalier.app.data.Pair;
import org.espalier.app.data.PairFile;
import org.espalier.app.data.Tokens;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The pairs a command works on, which also say what {@code from data} means in a machine. */
final class DataOptions {
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

    /** Whether a file of pairs was named. */
    boolean isFile() {
        return file != null;
    }

    /** The pairs named, if any were. */
    @Nullable
    PairFile read() {
        if (file != null) {
            if (x != null || y != null) {
                throw new WrongCall("--pairs cannot be combined with --x and --y; give one or the other");
            }
            return PairFile.read(file, tokens(), System.in);
        }
        if (x == null && y == null) {
            return null;
        }
        if (x == null || y == null) {
            throw new WrongCall("--x and --y go together; " + (x == null ? "--x" : "--y")
                    + " is missing (\"\" is the empty string)");
        }
        return new PairFile(List.of(Pair.of(tokens().split(x), tokens().split(y))), List.of());
    }

    private Tokens tokens() {
        return chars ? Tokens.CHARS : Tokens.WORDS;
    }
}
