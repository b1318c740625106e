package org.espalier.fst.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** OpenFst's programs as an independent oracle, run in one folder, each for at most ten seconds. */
public final class OpenFstTools {
    private static final List<String> TOOLS = List.of(
            "fstcompile",
            "fstprint",
            "fstinfo",
            "fstequivalent",
            "fstconvert",
            "fstcompose",
            "fstintersect",
            "fstproject",
            "fstrmepsilon",
            "fstdeterminize",
            "fstminimize",
            "fstmap",
            "fstarcsort",
            "fstshortestpath",
            "fstsymbols");

    private final Path folder;

    public OpenFstTools(Path folder) {
        this.folder = folder;
    }

    /** Skips the test if the tools are missing. */
    public static void assumeInstalled() {
        for (String tool : TOOLS) {
            assumeTrue(isInstalled(tool), tool + " is not installed; Debian has it in libfst-tools");
        }
    }

    public Path file(String name) {
        return folder.resolve(name);
    }

    /** Runs a tool, which must succeed, and returns its output. */
    public String run(String tool, String... arguments) {
        assertThat(exitCode(tool, arguments))
                .as(() -> tool + " " + String.join(" ", arguments) + ": " + printed(".stderr"))
                .isZero();
        return printed(".stdout");
    }

    /** Returns whether two deterministic acceptors without ε accept the same strings with the same weights. */
    public boolean equivalent(String first, String second) {
        int code = exitCode("fstequivalent", first, second);
        assertThat(code).as(() -> "fstequivalent: " + printed(".stderr")).isIn(0, 2);
        return code == 0;
    }

    private int exitCode(String tool, String... arguments) {
        List<String> command = new ArrayList<>(List.of(tool));
        command.addAll(List.of(arguments));
        try {
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectInput(ProcessBuilder.Redirect.from(emptyFile()))
                    .redirectOutput(file(".stdout").toFile())
                    .redirectError(file(".stderr").toFile())
                    .start();
            if (!process.waitFor(2, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                return fail(tool + " did not end in two minutes");
            }
            return process.exitValue();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return fail(tool + " was interrupted");
        }
    }

    /** Returns an empty standard input, so that a tool that reads it by mistake does not wait. */
    private File emptyFile() throws IOException {
        return Files.write(file(".stdin"), new byte[0]).toFile();
    }

    private String printed(String stream) {
        try {
            return Files.readString(file(stream));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isInstalled(String tool) {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool)));
    }
}
