package org.espalier.run.folder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares event files with a slow decoder that follows the definitions of their formats. */
class TensorBoardFileTest {
    @TempDir
    private Path folder;

    /** Computes CRC32C bit by bit: the remainder of a division of polynomials over GF(2) by Castagnoli's polynomial. */
    private static long crc(byte[] bytes) {
        long crc = 0xffffffffL;
        for (byte b : bytes) {
            for (int bit = 0; bit < 8; bit++) {
                boolean odd = ((crc ^ (b >> bit)) & 1) == 1;
                crc = odd ? (crc >> 1) ^ 0x82f63b78L : crc >> 1;
            }
        }
        return crc ^ 0xffffffffL;
    }

    private static long masked(long crc) {
        return (((crc >> 15) | (crc << 17)) + 0xa282ead8L) & 0xffffffffL;
    }

    private static long littleEndian(byte[] bytes) {
        long value = 0;
        for (int k = bytes.length - 1; k >= 0; k--) {
            value = value << 8 | (bytes[k] & 0xff);
        }
        return value;
    }

    private static byte[] take(ByteBuffer from, int size) {
        byte[] bytes = new byte[size];
        from.get(bytes);
        return bytes;
    }

    private static List<Fields> events(Path file) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file));
        List<Fields> events = new ArrayList<>();
        while (in.hasRemaining()) {
            byte[] length = take(in, 8);
            assertThat(littleEndian(take(in, 4))).isEqualTo(masked(crc(length)));
            byte[] data = take(in, (int) littleEndian(length));
            assertThat(littleEndian(take(in, 4))).isEqualTo(masked(crc(data)));
            events.add(fields(data));
        }
        return events;
    }

    /** Returns the bytes of the values of each field by its number; for a varint, the bytes of its decimal digits. */
    private record Fields(Map<Integer, List<byte[]>> byNumber) {
        List<byte[]> all(int number) {
            return byNumber.getOrDefault(number, List.of());
        }

        byte[] one(int number) {
            assertThat(all(number)).hasSize(1);
            return all(number).get(0);
        }

        String text(int number) {
            return new String(one(number), StandardCharsets.UTF_8);
        }
    }

    private static Fields fields(byte[] message) {
        ByteBuffer in = ByteBuffer.wrap(message);
        Map<Integer, List<byte[]>> fields = new LinkedHashMap<>();
        while (in.hasRemaining()) {
            int key = varint(in).intValueExact();
            byte[] value = switch (key & 7) {
                case 0 -> varint(in).toString().getBytes(StandardCharsets.US_ASCII);
                case 1 -> take(in, 8);
                case 2 -> take(in, varint(in).intValueExact());
                case 5 -> take(in, 4);
                default -> throw new AssertionError("wire type " + (key & 7));
            };
            fields.computeIfAbsent(key >> 3, k -> new ArrayList<>()).add(value);
        }
        return new Fields(fields);
    }

    private static BigInteger varint(ByteBuffer in) {
        BigInteger value = BigInteger.ZERO;
        for (int shift = 0; ; shift += 7) {
            byte b = in.get();
            value = value.or(BigInteger.valueOf(b & 0x7f).shiftLeft(shift));
            if (b >= 0) {
                return value;
            }
        }
    }

    private Path only() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> all = files.toList();
            assertThat(all).hasSize(1);
            return all.get(0);
        }
    }

    @Test
    void scalarsAreReadBack() throws IOException {
        Map<String, Double> values = new LinkedHashMap<>();
        values.put("train/loss", 1.5);
        values.put("größe", -3.25e-7);
        long huge = 1L << 40;
        double before = System.currentTimeMillis() / 1e3 - 1;
        try (TensorBoardFile events = TensorBoardFile.after(folder, 299)) {
            events.write(300, values);
            events.write(huge, Map.of("x", Double.POSITIVE_INFINITY));
        }
        assertThat(only().getFileName().toString()).matches("events\\.out\\.tfevents\\.\\d{10}\\.0\\.espalier");

        List<Fields> events = events(only());
        assertThat(events).hasSize(4);
        for (Fields event : events) {
            double time = Double.longBitsToDouble(littleEndian(event.one(1)));
            assertThat(time).isBetween(before, System.currentTimeMillis() / 1e3 + 1);
        }
        assertThat(events.get(0).text(3)).isEqualTo("brain.Event:2");
        assertThat(events.get(1).text(2)).isEqualTo("300");
        assertThat(fields(events.get(1).one(7)).text(1)).isEqualTo("1");
        assertThat(events.get(2).text(2)).isEqualTo("300");
        List<byte[]> summary = fields(events.get(2).one(5)).all(1);
        assertThat(summary.stream().map(value -> fields(value).text(1))).containsExactly("train/loss", "größe");
        assertThat(summary.stream().map(TensorBoardFileTest::simpleValue)).containsExactly(1.5f, -3.25e-7f);
        assertThat(events.get(3).text(2)).isEqualTo(Long.toString(huge));
    }

    private static float simpleValue(byte[] value) {
        return Float.intBitsToFloat((int) littleEndian(fields(value).one(2)));
    }

    @Test
    void slowChecksumMatchesStandardTestVector() {
        assertThat(crc("123456789".getBytes(StandardCharsets.US_ASCII))).isEqualTo(0xe3069283L);
        byte[] zeros = new byte[32];
        assertThat(crc(zeros)).isEqualTo(0x8a9136aaL);
        Arrays.fill(zeros, (byte) 0xff);
        assertThat(crc(zeros)).isEqualTo(0x62a8ab43L);
    }

    @Test
    void eachStartWritesItsOwnFile() throws IOException {
        for (int k = 0; k < 3; k++) {
            TensorBoardFile.after(folder, 0).close();
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).hasSize(3);
        }
    }
}
