package org.espalier.cli.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConsoleTest {
    /** Records each write separately: the program may end between any two of them. */
    private static final class Writes extends OutputStream {
        private final List<String> parts = new ArrayList<>();

        @Override
        public void write(int b) {
            throw new AssertionError("byte by byte");
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            parts.add(new String(bytes, from, length, UTF_8));
        }
    }

    @Test
    void resultsAreWrittenInCompleteLines() {
        Writes writes = new Writes();
        Console console = Console.of(writes, new ByteArrayOutputStream());
        StringBuilder expected = new StringBuilder();
        for (int k = 0; k < 10_000; k++) {
            String line = "\u00e9".repeat(k % 97) + k + "\n";
            expected.append(line);
            console.out().print(line);
        }
        assertThat(writes.parts).hasSizeGreaterThan(5).allMatch(part -> part.endsWith("\n"));
        console.out().flush();
        assertThat(String.join("", writes.parts)).isEqualTo(expected.toString());
    }

    @Test
    void lineLongerThanTheBufferIsWrittenInParts() {
        Writes writes = new Writes();
        Console console = Console.of(writes, new ByteArrayOutputStream());
        String line = "x".repeat(200_000) + "\n";
        console.out().print("a\n" + line + "b\n");
        console.out().flush();
        assertThat(String.join("", writes.parts)).isEqualTo("a\n" + line + "b\n");
    }
}
