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

/** Commands in separate processes that Ctrl-C interrupts. {@link KilledTrainingTest} covers training. */
@Tag("slow")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows has no signals")
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
        // More pairs than are done before the interrupt.
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

    /** Interrupts a command after its first line of progress. */
    private void interrupted(String... args) throws Exception {
        StopSignal signal = StopSignal.effective();
        Process process = EspalierProcess.of(args)
                .redirectOutput(folder.resolve("out").toFile())
                .start();
        List<String> messages = new ArrayList<>();
        boolean sent = false;
        try (BufferedReader err = process.errorReader(UTF_8)) {
            for (String line = err.readLine(); line != null; line = err.readLine()) {
                messages.add(line);
                if (line.endsWith(" left") && !sent) {
                    signal.send(process);
                    sent = true;
                }
            }
            assertThat(process.waitFor()).as("%s", messages).isEqualTo(signal.exitCode());
            assertThat(messages).last().isEqualTo(STOPPED);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void interruptedTransducePrintsCompleteLines() throws Exception {
        interrupted("transduce", "--run", run, "--inputs", pairs, "--beam", "8", "--samples", "8");
        assertThat(out()).isNotEmpty().endsWith("\n");
        assertThat(out().lines())
                .allSatisfy(line -> assertThat(line.split("\t", -1)).hasSize(5));
    }

    @Test
    void interruptedLatticePrintsCompleteLines() throws Exception {
        interrupted("lattice", "--machine", "builtin:edit", "--chars", "--pairs", pairs);
        assertThat(out()).isNotEmpty().endsWith("}\n");
    }

    @Test
    void interruptedEvaluateLeavesNoFile() throws Exception {
        Path outputs = folder.resolve("outputs.tsv");
        // Few pairs, so that transduction begins soon, with long inputs, so that it takes long.
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
    void interruptedBaselinePrintsNothing() throws Exception {
        interrupted(
                "baseline", "--chars", "--train", shared.resolve("pairs.tsv").toString(), "--test", pairs);
        assertThat(out()).isEmpty();
    }
}
