package org.espalier.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs the program in a process that a test can end. */
final class EspalierProcess {
    private EspalierProcess() {}

    /** Returns a call that is not started yet, with the class path of the test. */
    static ProcessBuilder of(String... args) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-Dfile.encoding=UTF-8",
                "-cp",
                System.getProperty("java.class.path"),
                Espalier.class.getName()));
        command.addAll(List.of(args));
        return new ProcessBuilder(command);
    }
}
