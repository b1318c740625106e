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

/** Writes results to standard output ({@code -}) or to a file, which is replaced only when it is complete. */
public final class OutputTarget {
    public static final String STANDARD = "-";

    private OutputTarget() {}

    /** Writes text and reports the file written. */
    public static void write(Console console, String target, String text) {
        if (target.equals(STANDARD)) {
            console.out().print(text);
        } else {
            AtomicFiles.writeText(Path.of(target), text);
            console.info("wrote " + target);
        }
    }

    /** Runs work that writes to a file, without a file. */
    public static void discard(AtomicFiles.Content<Writer> work) {
        try {
            work.writeTo(Writer.nullWriter());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a machine: as text to standard output, or to a file in the format of its extension. */
    public static void write(Console console, String target, Mfst machine, Tape first, Tape second) {
        if (target.equals(STANDARD)) {
            MachineText.write(machine, console.out());
        } else {
            MachineFiles.write(machine, target, first, second);
            console.info("wrote " + target + ": " + Plural.of(machine.states(), "state") + ", "
                    + Plural.of(machine.arcs(), "arc"));
        }
    }
}
