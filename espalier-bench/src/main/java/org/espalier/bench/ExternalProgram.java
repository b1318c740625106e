package org.espalier.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.espalier.fst.base.EspalierException;

/**
 * The result of an external program.
 *
 * @param output its standard output and standard error
 */
record ExternalProgram(int exitCode, String output) {
    /** Runs a program that must exist. */
    static ExternalProgram run(String... command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new ExternalProgram(process.waitFor(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EspalierException(command[0] + " was interrupted; run it again", e);
        }
    }

    /** Returns the output of a program, if it exists and succeeds. */
    static Optional<String> output(String... command) {
        try {
            ExternalProgram done = run(command);
            return done.exitCode == 0 ? Optional.of(done.output) : Optional.empty();
        } catch (UncheckedIOException e) {
            return Optional.empty(); // no such command
        }
    }
}
