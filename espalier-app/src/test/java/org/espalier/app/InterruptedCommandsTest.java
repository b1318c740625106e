package org.espalier.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.app.cli.Console;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Commands in processes of their own, which Ctrl-C ends in the middle. Training has a test of its own. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no signal to send")
class InterruptedCommandsTest {
    private static final String STOPPED =
            "espalier: stopped; the results printed are whole lines, and no file is half-written\n";

    @TempDir
    private static Path shared;

    @TempDir
    private Path folder;

    private static String run = "";
    private static String pairs = "";

    @BeforeAll
    static void train() throws IOException {
        String few = "abab\tcdc\nba\tcd\nbab\tdd\naba\tccd\nb\tc\n";
        Files.writeString(shared.resolve("few.tsv"), few);
        // More than any machine does before it is stopped.
        StringBuilder many = new StringBuilder();
        for (int k = 0; k < 400_000; k++) {
            String x = Integer.toBinaryString(k + 64).replace('0', 'a').replace('1', 'b');
            many.append(x).append("\tcdcdc\n");
        }
        pairs = Files.writeString(shared.resolve("many.tsv"), many).toString();
        String config = Files.writeString(shared.resolve("run.yaml"), """
                        machine: builtin:edit
                        train: few.tsv
                        tokens: chars
                        out: run
                        threads: 1
                        validShare: 0
                        scorer: {dimension: 8, layers: 1}
                        sampler: {dimension: 8}
                        training: {steps: 1, batch: 4, samples: 4, iwaeSamples: 4}
                        """).toString();
        ByteArrayOutputStream words = new ByteArrayOutputStream();
        assertThat(Espalier.commandLine(Console.of(new ByteArrayOutputStream(), words))
                        .execute("train", "--config", config))
                .as(words.toString(UTF_8))
                .isZero();
        run = shared.resolve("run").toString();
    }

    private String out() throws IOException {
        return Files.readString(folder.resolve("out"));
    }

    private String err() throws IOException {
        return Files.readString(folder.resolve("err"));
    }

    /** Stops a command when it has said how far it is. */
    private void interrupted(String... args) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Espalier.class.getName()));
        command.addAll(List.of(args));
        Process process = new ProcessBuilder(command)
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile())
                .start();
        while (!err().contains(" left\n") && process.isAlive()) {
            Thread.sleep(20);
        }
        StopSignal signal = StopSignal.heard();
        signal.send(process);
        if (!process.waitFor(2, TimeUnit.MINUTES)) {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(err()).isEqualTo(signal.exitCode());
        assertThat(err()).endsWith(STOPPED);
    }

    @Test
    void whatWasFoundIsPrintedInWholeLines() throws Exception {
        interrupted("transduce", "--run", run, "--inputs", pairs, "--beam", "8", "--samples", "8");
        assertThat(out()).isNotEmpty().endsWith("\n");
        assertThat(out().lines())
                .allSatisfy(line -> assertThat(line.split("\t", -1)).hasSize(5));
    }

    @Test
    void linesOfLatticesAreWholeToo() throws Exception {
        interrupted("lattice", "--machine", "builtin:edit", "--chars", "--pairs", pairs);
        assertThat(out()).isNotEmpty().endsWith("}\n");
    }

    @Test
    void aFileThatIsNotDoneIsNotThere() throws Exception {
        Path outputs = folder.resolve("outputs.tsv");
        // Few pairs, for the sampler's numbers to be there soon, of long inputs, which take long to transduce.
        String slow = Files.writeString(
                        folder.resolve("slow.tsv"),
                        IntStream.range(1, 150)
                                .mapToObj(k -> "ab".repeat(k) + "\tcdc\n")
                                .collect(Collectors.joining()))
                .toString();
        interrupted(
                "evaluate",
                "--run",
                run,
                "--pairs",
                slow,
                "--samples",
                "2",
                "--transduce",
                "--beam",
                "2048",
                "--outputs",
                outputs.toString());
        assertThat(out()).isEmpty();
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left.map(file -> String.valueOf(file.getFileName())))
                    .containsExactlyInAnyOrder("out", "err", "slow.tsv");
        }
    }

    @Test
    void aBaselineThatIsNotDonePrintsNothing() throws Exception {
        interrupted("baseline", "--chars", "--train", shared.resolve("few.tsv").toString(), "--test", pairs);
        assertThat(out()).isEmpty();
    }
}
