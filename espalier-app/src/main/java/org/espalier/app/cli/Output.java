package org.espalier.app.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import org.espalier.app.data.MachineFiles;
import org.espalier.fst.Counted;
import org.espalier.fst.Mfst;
import org.espalier.fst.Tape;
import org.espalier.fst.io.AtomicFiles;
import org.espalier.fst.io.MachineText;

/** Where results go: {@code -} is standard output, anything else a file, which is written whole or not at all. */
final class Output {
    static final String STANDARD = "-";

    private Output() {}

    static void write(Console console, String where, String text) {
        if (where.equals(STANDARD)) {
            console.out().print(text);
        } else {
            AtomicFiles.writeText(Path.of(where), text);
            console.say("wrote " + where);
        }
    }

    /** Does work that would write a file, without one. */
    static void discard(AtomicFiles.Content<Writer> work) {
        try {
            work.writeTo(Writer.nullWriter());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a machine: as text to standard output, to a file in the format that its name ends like. */
    static void write(Console console, String where, Mfst machine, Tape first, Tape second) {
        if (where.equals(STANDARD)) {
            MachineText.write(machine, console.out());
        } else {
            MachineFiles.write(machine, where, first, second);
            console.say("wrote " + where + ": " + Counted.of(machine.states(), "state") + ", "
                    + Counted.of(machine.arcs(), "arc"));
        }
    }
}
