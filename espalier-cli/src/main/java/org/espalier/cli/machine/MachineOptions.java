package org.espalier.cli.machine;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.OutputTarget;
import org.espalier.fst.Mfst;
import org.espalier.fst.io.MarkNaming;
import org.espalier.fst.io.OpenFstText;
import org.espalier.run.data.MachineFiles;
import org.espalier.run.data.PairFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of commands that read machines. */
public final class MachineOptions {
    @Mixin
    private PairOptions data = new PairOptions();

    @Option(
            names = "--mark-arcs",
            paramLabel = "HOW",
            defaultValue = "pairs",
            description = "Marks for the arcs of an OpenFst file: pairs (a:b), input (the input labels), or none. "
                    + "Default: ${DEFAULT-VALUE}.")
    private MarkNaming marks = MarkNaming.PAIRS;

    @Option(names = "--isymbols", paramLabel = "FILE", description = "Input symbol table of an OpenFst text file.")
    private @Nullable Path inputSymbols;

    @Option(names = "--osymbols", paramLabel = "FILE", description = "Output symbol table of an OpenFst text file.")
    private @Nullable Path outputSymbols;

    @Option(
            names = "--acceptor",
            description = "Read an OpenFst text file as an acceptor: one label per arc instead of two.")
    private boolean acceptor;

    /** Returns the options that name pairs. */
    public PairOptions pairs() {
        return data;
    }

    /** Refuses to write to a file that is read as a machine or for its pairs or symbols. */
    public void requireNotRead(String target, String... names) {
        OutputTarget.requireNotRead(
                target,
                Stream.of(
                                Stream.of(names),
                                data.file(),
                                Stream.ofNullable(inputSymbols).map(Path::toString),
                                Stream.ofNullable(outputSymbols).map(Path::toString))
                        .flatMap(each -> each));
    }

    /** Reads a machine; {@code from data} takes its symbols from the pairs of these options. */
    public Mfst machine(String name, Console console) {
        return machine(name, data.read(console), console);
    }

    /**
     * Reads a machine.
     *
     * @param pairs the pairs that {@code from data} takes its symbols from
     */
    public Mfst machine(String name, @Nullable PairFile pairs, Console console) {
        return MachineFiles.read(
                name,
                pairs == null ? null : pairs.symbols(data.reading()),
                new MachineFiles.OpenFstReading(
                        marks,
                        acceptor ? OpenFstText.Form.ACCEPTOR : OpenFstText.Form.TRANSDUCER,
                        inputSymbols,
                        outputSymbols),
                console::info);
    }
}
