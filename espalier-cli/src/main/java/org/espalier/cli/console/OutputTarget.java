package org.espalier.cli.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import org.espalier.fst.Mfst;
import org.espalier.fst.Tape;
import org.espalier.fst.base.AtomicFiles;
import org.espalier.fst.base.Plural;
import org.espalier.fst.io.MachineText;
import org.espalier.run.data.MachineFiles;

/** Where results go: {@code -} is standard output, anything else a file, which is written whole or not at all. */
public final class OutputTarget {
    public static final String STANDARD = "-";

    private OutputTarget() {}

    public static void write(Console console, String where, String text) {
        if (where.equals(STANDARD)) {
            console.out().print(text);
        } else {
            AtomicFiles.writeText(Path.of(where), text);
            console.say("wrote " + where);
        }
    }

    /** Does work that would write a file, without one. */
    public static void discard(AtomicFiles.Content<Writer> work) {
        try {
            work.writeTo(Writer.nullWriter());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a machine: as text to standard output, to a file in the format that its name ends like. */
    public static void write(Console console, String where, Mfst machine, Tape first, Tape second) {
        if (where.equals(STANDARD)) {
            MachineText.write(machine, console.out());
        } else {
            MachineFiles.write(machine, where, first, second);
            console.say("wrote " + where + ": " + Plural.of(machine.states(), "state") + ", "
                    + Plural.of(machine.arcs(), "arc"));
        }
    }
}
