package org.espalier.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** Trains a small model in separate processes, which a test may kill, and which end with the test. */
abstract class TrainingProcessTestBase {
    static final int STEPS = 60;

    /** More steps than any test waits for. */
    static final int MANY = 1_000_000;

    @TempDir
    Path folder;

    final List<ProcessHandle> started = new ArrayList<>();

    @AfterEach
    void endAll() {
        started.forEach(ProcessHandle::destroyForcibly);
    }

    Process start(ProcessBuilder call) throws IOException {
        Process process = call.start();
        started.add(process.toHandle());
        return process;
    }

    /** Starts a call whose output is appended to a log file. */
    Process start(String name, String... args) throws IOException {
        File log = folder.resolve(name + ".log").toFile();
        return start(EspalierProcess.of(args)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log)));
    }

    String log(String name) throws IOException {
        return Files.readString(folder.resolve(name + ".log"));
    }

    /** Writes the configuration of a run. The last batch of an epoch is smaller than the others. */
    String config(String out, int steps) throws IOException {
        Files.writeString(
                folder.resolve("pairs.tsv"),
                "a b\tc\na\tc d\nb a b\td\na b a\tc c\nb\tc\na\td\nb b\td c\na a\tc\nb a\tc d\na b b\td d\n");
        return Files.writeString(folder.resolve(out + ".yaml"), """
                        machine: builtin:edit
                        train: pairs.tsv
                        out: %s
                        threads: 1
                        validShare: 0.2
                        scorer: {dimension: 8, layers: 2}
                        sampler: {dimension: 8, kind: swps}
                        training:
                          batch: 3
                          samples: 4
                          iwaeSamples: 4
                          epochs: 0
                          steps: %d
                          evaluateEvery: 9
                          checkpointEvery: 4
                        """.formatted(out, steps))
                .toString();
    }

    /** Returns the number of steps and validations that a run has recorded. */
    long lines(String out) throws IOException {
        Path metrics = folder.resolve(out).resolve("metrics.jsonl");
        return Files.exists(metrics) ? Files.readString(metrics).lines().count() : 0;
    }
}
