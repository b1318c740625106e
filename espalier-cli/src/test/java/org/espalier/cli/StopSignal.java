package org.espalier.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What asks a process to end. Ctrl-C where processes hear it; those that a shell started in the background, and all that they
 * start, do not, and are asked to terminate instead, which takes the same way.
 *
 * @param name as {@code kill} knows it
 * @param exitCode of a process that it ended
 */
record StopSignal(String name, int exitCode) {
    private static final int INT_BIT = 1 << (2 - 1);

    /** The one that processes started from here hear. */
    static StopSignal heard() throws IOException {
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
