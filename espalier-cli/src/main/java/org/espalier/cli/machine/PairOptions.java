package org.espalier.cli.machine;

import java.util.Optional;
import java.util.stream.Stream;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.UsageException;
import org.espalier.cli.data.ReadingOptions;
import org.espalier.run.data.Pair;
import org.espalier.run.data.PairFile;
import org.espalier.run.data.Reading;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
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
            description =
                    "File of pairs, one x<TAB>y per line, or - for standard input. With --x and --y, only for the "
                            + "symbols that the machine takes from data.")
    private @Nullable String file;

    @Mixin
    private ReadingOptions reading = new ReadingOptions();

    private @Nullable Reading ofFile;

    /** Returns whether the pairs are those of a file, and not {@code --x} and {@code --y}. */
    public boolean isFile() {
        return file != null && x == null && y == null;
    }

    /** Returns the file that {@code --pairs} names, if any. */
    Stream<String> file() {
        return Stream.ofNullable(file);
    }

    /** Returns whether pairs are given in any way. */
    public boolean isGiven() {
        return file != null || x != null || y != null;
    }

    /**
     * Reads the pairs that {@code from data} takes its symbols from, those of the file if there is one; returns null if none are
     * given. Reports lines that cannot be read.
     */
    @Nullable
    public PairFile read(Console console) {
        if ((x == null) != (y == null)) {
            throw new UsageException("--x and --y go together; " + (x == null ? "--x" : "--y")
                    + " is missing (\"\" is the empty string)");
        }
        if (file != null) {
            ReadingOptions.Source source = reading.source(file, console);
            ofFile = source.reading();
            PairFile pairs = source.read(source.reading());
            pairs.warn(console::info);
            return pairs;
        }
        return pair().map(pair -> PairFile.of(pair.x(), pair.y())).orElse(null);
    }

    /** Returns the pair of {@code --x} and {@code --y}, if given. It is split as the file, if one was read. */
    public Optional<Pair> pair() {
        return x == null || y == null
                ? Optional.empty()
                : Optional.of(new Pair(reading().inputSymbols(x), reading().outputSymbols(y), 0));
    }

    /** Returns how strings are split into symbols: as in the file, if one was read. */
    public Reading reading() {
        return ofFile == null ? reading.ofStrings() : ofFile;
    }
}
