package org.espalier.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The signal that asks a process to end: an interrupt, as by Ctrl-C. Processes that a shell started in the background ignore
 * interrupts, with all that they start; for them it is the request to terminate, which is handled in the same way.
 *
 * @param name the name that {@code kill} takes
 * @param exitCode the exit code of a process that it ended
 */
record StopSignal(String name, int exitCode) {
    private static final int INT_BIT = 1 << (2 - 1);

    /** Returns the signal that processes started by this one do not ignore. */
    static StopSignal effective() throws IOException {
        return ignoresInterrupts() ? new StopSignal("TERM", 143) : new StopSignal("INT", 130);
    }

    private static boolean ignoresInterrupts() throws IOException {
        Path status = Path.of("/proc/self/status");
        return Files.exists(status)
                && Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("SigIgn:"))
                        .anyMatch(line ->
                                (Long.parseUnsignedLong(line.split("\\s+", 2)[1].strip(), 16) & INT_BIT) != 0);
    }

    void send(Process process) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }
}
