package org.espalier.cli.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.stream.Stream;
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

    /**
     * Refuses to write to a file that is also read, because its content would be lost.
     *
     * @param target the file to write to, or {@code -}
     * @param read names of files that are read; names of other things, such as {@code -} and built-in machines, are ignored
     */
    public static void requireNotRead(String target, Stream<String> read) {
        read.filter(name -> isSameFile(target, name)).findFirst().ifPresent(name -> {
            throw new UsageException(
                    target + " is a file that this call reads, and is not replaced; name another file to write to");
        });
    }

    /** Returns whether two names are of the same existing file. */
    public static boolean isSameFile(String one, String two) {
        try {
            Path file = Path.of(one);
            Path other = Path.of(two);
            return Files.isRegularFile(file) && Files.exists(other) && Files.isSameFile(file, other);
        } catch (IOException | InvalidPathException e) {
            return false;
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
