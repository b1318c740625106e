package org.espalier.app.cli;

import java.nio.file.Path;
import org.espalier.fst.io.AtomicFiles;

/** Where text goes: {@code -} is standard output, anything else a file, which is written whole or not at all. */
final class Output {
    static final String STANDARD = "-";

    private Output() {}

    static void write(Console console, String where, String text) {
        if (where.equals(STANDARD)) {
            console.out().print(text);
        } else {
            AtomicFiles.writeText(Path.of(where), text);
            console.err().println("espalier: wrote " + where);
        }
    }
}
