package org.espalier.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Commands in processes of their own, which Ctrl-C ends in the middle. Training has a test of its own. */
@Tag("slow")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no signal to send")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class InterruptedCommandsTest {
    private static final String STOPPED =
            "espalier: stopped; the results printed are complete lines, and no file is half-written";

    @TempDir
    private static Path shared;

    @TempDir
    private Path folder;

    private static String run = "";
    private static String pairs = "";

    @BeforeAll
    static void train() throws IOException {
        // More than any machine does before it is stopped.
        StringBuilder many = new StringBuilder();
        for (int k = 0; k < 400_000; k++) {
            String x = Integer.toBinaryString(k + 64).replace('0', 'a').replace('1', 'b');
            many.append(x).append("\tcdcdc\n");
        }
        pairs = Files.writeString(shared.resolve("many.tsv"), many).toString();
        run = TinyTrainedRun.train(shared, "abab\tcdc\nba\tcd\nbab\tdd\naba\tccd\nb\tc\n", """
                validShare: 0
                training: {steps: 1, batch: 4, samples: 4, iwaeSamples: 4}
                """);
    }

    private String out() throws IOException {
        return Files.readString(folder.resolve("out"));
    }

    /** Stops a command when it has said how far it is. */
    private void interrupted(String... args) throws Exception {
        StopSignal signal = StopSignal.heard();
        Process process = EspalierProcess.of(args)
                .redirectOutput(folder.resolve("out").toFile())
                .start();
        List<String> said = new ArrayList<>();
        boolean asked = false;
        try (BufferedReader err = process.errorReader(UTF_8)) {
            for (String line = err.readLine(); line != null; line = err.readLine()) {
                said.add(line);
                if (line.endsWith(" left") && !asked) {
                    signal.send(process);
                    asked = true;
                }
            }
            assertThat(process.waitFor()).as("%s", said).isEqualTo(signal.exitCode());
            assertThat(said).last().isEqualTo(STOPPED);
        } finally {
            process.destroyForcibly();
        }
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
                    .containsExactlyInAnyOrder("out", "slow.tsv");
        }
    }

    @Test
    void aBaselineThatIsNotDonePrintsNothing() throws Exception {
        interrupted(
                "baseline", "--chars", "--train", shared.resolve("pairs.tsv").toString(), "--test", pairs);
        assertThat(out()).isEmpty();
    }
}
