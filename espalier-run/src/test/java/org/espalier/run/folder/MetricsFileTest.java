package org.espalier.run.folder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsFileTest {
    @TempDir
    private Path folder;

    private static void write(MetricsFile metrics, long from, long to) {
        for (long step = from; step <= to; step++) {
            metrics.write(new TreeMap<>(Map.of("kind", "step", "loss", 1.0 / step, "step", step)));
            if (step % 4 == 0) {
                metrics.write(new TreeMap<>(Map.of("kind", "validation é", "step", step)));
            }
        }
    }

    @Test
    void fileInterruptedAnywhereAndContinuedIsTheSame() throws IOException {
        Path whole = folder.resolve("whole.jsonl");
        try (MetricsFile metrics = MetricsFile.after(whole, 0)) {
            write(metrics, 1, 20);
        }
        byte[] expected = Files.readAllBytes(whole);
        assertThat(new String(expected, StandardCharsets.UTF_8)).hasLineCount(25);
        Random random = new Random(5);
        for (int trial = 0; trial < 200; trial++) {
            byte[] cut = Arrays.copyOf(expected, random.nextInt(expected.length + 1));
            long lines = new String(cut, StandardCharsets.UTF_8).lines().count() - 1;
            long step = Math.max(0, Math.min(lines * 4 / 5 - random.nextInt(3), 20));
            Path file = Files.write(folder.resolve("cut.jsonl"), cut);
            try (MetricsFile metrics = MetricsFile.after(file, step)) {
                write(metrics, step + 1, 20);
            }
            assertThat(file).as("seed 5, trial %d", trial).hasBinaryContent(expected);
        }
    }

    @Test
    void linesOfOtherFormatAreDropped() throws IOException {
        Path file = Files.writeString(folder.resolve("m.jsonl"), "{\"step\":1}\nnonsense\n{\"step\":2}\n");
        MetricsFile.after(file, 5).close();
        assertThat(file).hasContent("{\"step\":1}");
        Files.writeString(file, "{\"step\":1}\n{\"loss\":2}\n");
        MetricsFile.after(file, 5).close();
        assertThat(file).hasContent("{\"step\":1}");
    }

    @Test
    void eachLineIsReadableAfterWrite() throws IOException {
        Path file = folder.resolve("m.jsonl");
        try (MetricsFile metrics = MetricsFile.after(file, 0)) {
            metrics.write(Map.of("step", 1));
            assertThat(file).hasContent("{\"step\":1}");
        }
    }
}
