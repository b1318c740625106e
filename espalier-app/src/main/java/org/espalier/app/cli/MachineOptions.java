package org.espalier.app.cli;

import java.nio.file.Path;
import org.espalier.app.data.MachineFiles;
import org.espalier.app.data.PairFile;
import org.espalier.fst.Mfst;
import org.espalier.fst.io.MarkNaming;
import org.espalier.fst.io.OpenFstText;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How machines are read. */
final class MachineOptions {
    @Mixin
    DataOptions data = new DataOptions();

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

    /** Reads a machine, with the pairs named for {@code from data}. */
    Mfst machine(String name, Console console) {
        return machine(name, data.read(console), console);
    }

    Mfst machine(String name, @Nullable PairFile pairs, Console console) {
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
