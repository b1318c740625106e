package org.espalier.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The program in a process of its own, which a test may end. */
final class EspalierProcess {
    private EspalierProcess() {}

    /** A call, to be started; with the class path of the test, and quick to begin. */
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
