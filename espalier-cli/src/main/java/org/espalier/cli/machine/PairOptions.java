package org.espalier.cli.machine;

import org.espalier.cli.console.Console;
import org.espalier.cli.console.UsageException;
import org.espalier.cli.data.ReadingOptions;
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
            description = "File of pairs, one x<TAB>y per line, or - for standard input.")
    private @Nullable String file;

    @Mixin
    private ReadingOptions reading = new ReadingOptions();

    private @Nullable Reading ofFile;

    /** Returns whether {@code --pairs} is given. */
    public boolean isFile() {
        return file != null;
    }

    /** Returns whether pairs are given in any way. */
    public boolean isGiven() {
        return file != null || x != null || y != null;
    }

    /** Reads the pairs, or returns null if none are given. Reports lines that cannot be read. */
    @Nullable
    public PairFile read(Console console) {
        if (file != null) {
            if (x != null || y != null) {
                throw new UsageException("--pairs cannot be combined with --x and --y; give one or the other");
            }
            ReadingOptions.Source source = reading.source(file, console);
            ofFile = source.reading();
            PairFile pairs = source.read(source.reading());
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
        return PairFile.of(reading().inputSymbols(x), reading().outputSymbols(y));
    }

    /** Returns how strings are split into symbols: as in the file, if one was read. */
    public Reading reading() {
        return ofFile == null ? reading.ofStrings() : ofFile;
    }
}
