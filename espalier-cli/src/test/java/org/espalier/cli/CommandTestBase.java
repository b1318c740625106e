package org.espalier.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import org.espalier.cli.console.Console;

/** Calls commands as a shell does, and keeps what they print. */
abstract class CommandTestBase {
    /** What the last call printed as its results. */
    String out = "";

    /** What it said besides. */
    String err = "";

    /** The exit code. */
    int run(String... args) {
        ByteArrayOutputStream results = new ByteArrayOutputStream();
        ByteArrayOutputStream words = new ByteArrayOutputStream();
        int code = Espalier.commandLine(Console.of(results, words)).execute(args);
        out = results.toString(UTF_8).replace(System.lineSeparator(), "\n");
        err = words.toString(UTF_8).replace(System.lineSeparator(), "\n");
        return code;
    }
}
