package org.espalier.fst.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.function.Consumer;
import org.espalier.fst.base.EspalierException;

/** Damages files at random and checks that readers survive. */
final class FileFuzzer {
    private FileFuzzer() {}

    /** Returns a generator whose seed is printed in the log of the tests. */
    static Random seeded(long seed) {
        System.out.println("seed " + seed);
        return new Random(seed);
    }

    /** Returns a copy with some bytes changed, doubled, removed or truncated. */
    static byte[] mutated(byte[] bytes, Random random) {
        byte[] copy = bytes.clone();
        for (int times = 1 + random.nextInt(3); times > 0 && copy.length > 1; times--) {
            int at = random.nextInt(copy.length);
            switch (random.nextInt(5)) {
                case 0 -> copy[at] = (byte) random.nextInt(256);
                case 1 -> copy[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> copy[at] = random.nextBoolean() ? (byte) -1 : (byte) "\t\n #0".charAt(random.nextInt(5));
                case 3 -> copy = Arrays.copyOf(copy, at);
                default -> copy = without(copy, at, Math.min(copy.length, at + 1 + random.nextInt(8)));
            }
        }
        return copy;
    }

    static byte[] randomBytes(int count, Random random) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Reads bytes and returns whether they are valid; an error must be one line. */
    static boolean survives(Consumer<byte[]> reader, byte[] bytes) {
        try {
            reader.accept(bytes);
            return true;
        } catch (EspalierException e) {
            assertThat(e.getMessage()).isNotBlank().hasLineCount(1).hasSizeLessThan(400);
            return false;
        }
    }

    private static byte[] without(byte[] bytes, int start, int end) {
        byte[] rest = Arrays.copyOf(bytes, bytes.length - (end - start));
        System.arraycopy(bytes, end, rest, start, bytes.length - end);
        return rest;
    }
}
