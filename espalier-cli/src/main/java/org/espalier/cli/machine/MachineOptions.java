package org.espalier.cli.machine;

import java.nio.file.Path;
import org.espalier.cli.console.Console;
import org.espalier.fst.Mfst;
import org.espalier.fst.io.MarkNaming;
import org.espalier.fst.io.OpenFstText;
import org.espalier.run.data.MachineFiles;
import org.espalier.run.data.PairFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How machines are read. */
public final class MachineOptions {
    @Mixin
    private PairOptions data = new PairOptions();

    @Option(
            names = "--mark-arcs",
            paramLabel = "HOW",
            defaultValue = "pairs",
            description =
                    "How arcs of an OpenFst file are marked: pairs (a:b), input (the labels are the marks), none. "
                            + "Default: ${DEFAULT-VALUE}.")
    private MarkNaming marks = MarkNaming.PAIRS;

    @Option(names = "--isymbols", paramLabel = "FILE", description = "Input symbols of an OpenFst text file.")
    private @Nullable Path inputSymbols;

    @Option(names = "--osymbols", paramLabel = "FILE", description = "Output symbols of an OpenFst text file.")
    private @Nullable Path outputSymbols;

    @Option(names = "--acceptor", description = "An OpenFst text file has one label an arc, not two.")
    private boolean acceptor;

    /** Returns the options that name pairs. */
    public PairOptions pairs() {
        return data;
    }

    /** Reads a machine, with the pairs named for {@code from data}. */
    public Mfst machine(String name, Console console) {
        return machine(name, data.read(console), console);
    }

    public Mfst machine(String name, @Nullable PairFile pairs, Console console) {
        return MachineFiles.read(
                name,
                pairs == null ? null : pairs.symbols(),
                new MachineFiles.OpenFstReading(
                        marks,
                        acceptor ? OpenFstText.Form.ACCEPTOR : OpenFstText.Form.TRANSDUCER,
                        inputSymbols,
                        outputSymbols),
                console::say);
    }
}
