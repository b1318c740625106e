package org.espalier.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import org.espalier.cli.console.Console;

/** Calls commands as a shell does, and keeps their output. */
public abstract class CommandTestBase {
    /** The standard output of the last call. */
    protected String out = "";

    /** The standard error of the last call. */
    protected String err = "";

    /** Runs a command and returns its exit code. */
    protected int run(String... args) {
        ByteArrayOutputStream results = new ByteArrayOutputStream();
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        int code = Espalier.commandLine(Console.of(results, messages)).execute(args);
        out = results.toString(UTF_8).replace(System.lineSeparator(), "\n");
        err = messages.toString(UTF_8)
                .replace(System.lineSeparator(), "\n")
                // On a busy machine even short work may take so long that its progress is printed.
                .replaceAll("espalier: [0-9,]+ of [0-9,]+ .* per second, .* left\n", "");
        return code;
    }
}
