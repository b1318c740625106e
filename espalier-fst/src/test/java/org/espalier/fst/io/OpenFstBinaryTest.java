package org.espalier.fst.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.espalier.fst.base.EspalierException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenFstBinaryTest {
    private static final long SEED = 20231103;

    private static final int VERSION = 26;
    private static final int PROPERTIES = 34;
    private static final int START = 42;
    private static final int STATES = 50;
    private static final int INPUT_TABLE = 66;
    private static final int FIRST_STATE = 210;

    /** The output of fstcompile 1.7.9, with symbols kept, for {@link #FIXTURE_TEXT}. */
    private static final byte[] FIXTURE = HexFormat.of()
            .parseHex("d6fdb27e06000000766563746f72080000007374616e6461726402000000030000000300825581000000000000000000"
                    + "00000300000000000000000000000000000074fbb27e05000000732e7478740300000000000000030000000000000005"
                    + "0000003c6570733e0000000000000000010000006101000000000000000100000062020000000000000074fbb27e0500"
                    + "0000732e74787403000000000000000300000000000000050000003c6570733e00000000000000000100000061010000"
                    + "0000000000010000006202000000000000000000807f010000000000000001000000020000000000003f010000000000"
                    + "00000100000000000000000000000100000000000000020000000000c03f010000000000000002000000000000000000"
                    + "000000000000");

    private static final String FIXTURE_TEXT = """
            0	1	a	b	0.5
            1	2	<eps>	a
            1
            2	0	b	<eps>
            2	1.5
            """;

    @TempDir
    private Path folder;

    @Test
    void readsWhatOpenFstWrote() {
        VectorFst fst = read(FIXTURE);
        StringBuilder text = new StringBuilder();
        OpenFstText.write(fst, OpenFstText.Form.TRANSDUCER, text);
        assertThat(text).hasToString(FIXTURE_TEXT);
        assertThat(fst.inputSymbols().orElseThrow().name()).isEqualTo("s.txt");
    }

    @Test
    void writtenBytesEqualOpenFstExceptProperties() {
        assertThat(write(read(FIXTURE))).isEqualTo(patchedLong(PROPERTIES, 3));
    }

    @Test
    void fileWithUnknownNumberOfStatesIsRead() {
        byte[] stream = patchedLong(STATES, -1);
        assertThat(RandomFsts.describe(read(stream))).isEqualTo(RandomFsts.describe(read(FIXTURE)));
    }

    @Test
    void writtenTransducerIsReadUnchanged() {
        Random random = FileFuzzer.seeded(SEED);
        for (int i = 0; i < 1000; i++) {
            VectorFst fst = RandomFsts.fst(random, random.nextBoolean(), random.nextBoolean());
            assertThat(RandomFsts.describe(read(write(fst)))).isEqualTo(RandomFsts.describe(fst));
        }
    }

    @Test
    void writtenFileIsReadUnchanged() {
        VectorFst fst = read(FIXTURE);
        Path file = folder.resolve("a.fst");
        OpenFstBinary.write(fst, file);
        assertThat(RandomFsts.describe(OpenFstBinary.read(file))).isEqualTo(RandomFsts.describe(fst));
        assertThatThrownBy(() -> OpenFstBinary.read(folder.resolve("none.fst")))
                .isInstanceOf(EspalierException.class)
                .hasMessage("cannot read " + folder.resolve("none.fst") + ": no such file; check the path");
    }

    @Test
    void otherTypesAreRefusedWithAConversion() {
        assertRefused(
                "0 1 a b\n".getBytes(StandardCharsets.UTF_8),
                "byte 4: this is not an OpenFst binary file; if it is OpenFst's text, compile it with fstcompile");
        assertRefused(
                header("const", "standard", 2),
                "byte 29: the FST type is 'const', but only 'vector' is read; "
                        + "convert it with fstconvert --fst_type=vector");
        assertRefused(
                header("vector", "log", 2),
                "byte 25: the arc type is 'log', but only 'standard' is read; "
                        + "convert it with fstmap --map_type=to_std");
        assertRefused(
                header("vector", "standard", 1),
                "byte 30: the format version is 1, but only 2 is read; "
                        + "rewrite it with fstconvert --fst_type=vector of OpenFst 1.7 or later");
    }

    @Test
    void damageIsNamed() {
        assertRefused(
                patched(VERSION - 12, Integer.MAX_VALUE),
                "byte 18: found a string of 2147483647 bytes, expected at most 1048576; it is damaged");
        assertRefused(patchedLong(START, 3), "byte 294: found state 3, but there are only 3; it is damaged");
        assertRefused(patchedLong(START, -2), "byte 294: found state -2, but there are only 3; it is damaged");
        assertRefused(patchedLong(STATES, -2), "byte 210: found -2 states, expected -1 or more; it is damaged");
        assertRefused(
                patchedLong(STATES, Long.MAX_VALUE), "byte 294: the file ends too early; it is truncated or damaged");
        assertRefused(
                patchedLong(STATES, 2), "byte 266: found more bytes, expected the end after 2 states; it is damaged");
        assertRefused(patched(INPUT_TABLE, 0), "byte 70: the input symbol table is damaged; write the file again");
        assertRefused(
                patchedLong(INPUT_TABLE + 21, -1), "byte 95: found -1 symbols, expected 0 or more; it is damaged");
        assertRefused(
                patched(INPUT_TABLE + 33, 0xFFFFFFFF),
                "byte 104: found a string that is not UTF-8; convert the symbol tables to UTF-8");
        assertRefused(
                patchedLong(INPUT_TABLE + 51, 0),
                "byte 125: input symbol table: found symbols '<eps>' and 'a' for the key 0, expected one; "
                        + "remove one of them");
        assertRefused(
                patchedLong(INPUT_TABLE + 51, -3),
                "byte 125: input symbol table: found symbol 'a' with key -3, expected a symbol that is not empty and "
                        + "a key that is not negative");
        assertRefused(
                patched(FIRST_STATE, Float.floatToIntBits(Float.NaN)),
                "byte 214: found the weight NaN, expected a number or Infinity; it is damaged");
        assertRefused(patchedLong(FIRST_STATE + 4, -1), "byte 222: found -1 arcs, expected 0 or more; it is damaged");
        assertRefused(
                patchedLong(FIRST_STATE + 4, Long.MAX_VALUE),
                "byte 294: the file ends too early; it is truncated or damaged");
        assertRefused(
                patched(FIRST_STATE + 12, -7),
                "byte 238: found an arc to state 1 with labels -7 and 2, expected no negative number; it is damaged or "
                        + "uses negative labels");
        assertRefused(patched(FIRST_STATE + 24, 9), "byte 294: found state 9, but there are only 3; it is damaged");
    }

    @Test
    void everyTruncationIsRefused() {
        for (int length = 0; length < FIXTURE.length; length++) {
            byte[] truncated = Arrays.copyOf(FIXTURE, length);
            assertThatThrownBy(() -> read(truncated))
                    .isInstanceOf(EspalierException.class)
                    .hasMessageMatching("a.fst: byte \\d+: the file ends too early; it is truncated or damaged");
        }
    }

    @Tag("slow")
    @Test
    void damagedInputNeverCrashes() {
        Random random = FileFuzzer.seeded(SEED);
        int read = 0;
        for (int i = 0; i < 10_000; i++) {
            byte[] bytes = random.nextBoolean() ? FIXTURE : write(RandomFsts.fst(random, false, true));
            read += FileFuzzer.survives(OpenFstBinaryTest::readMachine, FileFuzzer.mutated(bytes, random)) ? 1 : 0;
        }
        assertThat(read).isBetween(500, 9_500);
        byte[] noise = FileFuzzer.randomBytes(1_000_000, random);
        assertThat(FileFuzzer.survives(OpenFstBinaryTest::readMachine, noise)).isFalse();
        for (int kept : new int[] {4, VERSION, START, STATES + 16, FIRST_STATE, FIXTURE.length}) {
            System.arraycopy(FIXTURE, 0, noise, 0, kept);
            assertThat(FileFuzzer.survives(OpenFstBinaryTest::readMachine, noise))
                    .isFalse();
        }
    }

    private static void assertRefused(byte[] file, String message) {
        assertThatThrownBy(() -> read(file))
                .isInstanceOf(EspalierException.class)
                .hasMessage("a.fst: " + message);
    }

    private static byte[] patched(int at, int value) {
        byte[] file = FIXTURE.clone();
        bytes(file).putInt(at, value);
        return file;
    }

    private static byte[] patchedLong(int at, long value) {
        byte[] file = FIXTURE.clone();
        bytes(file).putLong(at, value);
        return file;
    }

    private static byte[] header(String fstType, String arcType, int version) {
        byte[] header = new byte[100];
        bytes(header)
                .putInt(2125659606)
                .putInt(fstType.length())
                .put(fstType.getBytes(StandardCharsets.UTF_8))
                .putInt(arcType.length())
                .put(arcType.getBytes(StandardCharsets.UTF_8))
                .putInt(version);
        return header;
    }

    private static ByteBuffer bytes(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static VectorFst read(byte[] bytes) {
        return OpenFstBinary.read("a.fst", new ByteArrayInputStream(bytes));
    }

    private static void readMachine(byte[] bytes) {
        OpenFst.toMfst(read(bytes), MarkNaming.PAIRS);
    }

    private static byte[] write(VectorFst fst) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        OpenFstBinary.write(fst, out);
        return out.toByteArray();
    }
}
