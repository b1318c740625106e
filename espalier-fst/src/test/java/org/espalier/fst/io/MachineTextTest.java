package org.espalier.fst.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.espalier.fst.io.AwkwardMachines.assertSame;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.espalier.fst.Alphabet;
import org.espalier.fst.Machines;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.LineReader;
import org.espalier.fst.base.SourceException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MachineTextTest {
    private static final long SEED = 20231101;

    @TempDir
    private Path folder;

    @Test
    void readsArcsFinalStatesAndComments() {
        Mfst machine = read("""
                # deletion of two symbols

                start	end	a b	<eps>	<delete> a
                end	start	<eps>	x	<insert>
                end
                """);
        Mfst.Builder expected = Mfst.builder();
        int start = expected.state();
        int end = expected.state();
        expected.arc(start, end, "a b", "", "<delete> a")
                .arc(end, start, "", "x", "<insert>")
                .accept(end);
        assertSame(machine, expected.build());
    }

    @Test
    void toleratesCrlfByteOrderMarkAndAMissingLastLineEnd() {
        assertSame(read("\uFEFF0\t1\ta\tb\tm\r\n\r\n1"), read("0\t1\ta\tb\tm\n1\n"));
    }

    @Test
    void namesThatAreTheNumbersOfTheStatesAreKept() {
        Mfst machine = read("2\t0\ta\tb\tm\n0\t1\ta\tb\tm\n1\n");
        assertThat(machine.initial()).isEqualTo(2);
        assertThat(machine.target(machine.firstArc(0))).isEqualTo(1);
        assertThat(machine.isFinal(1)).isTrue();
    }

    @Test
    void otherNamesAreNumberedAsTheyAppear() {
        Mfst machine = read("2000000000\t99999999999999999999\ta\tb\tm\n00\n");
        assertThat(machine.states()).isEqualTo(3);
        assertThat(machine.initial()).isZero();
        assertThat(machine.isFinal(2)).isTrue();
    }

    @Test
    void firstLineOfOneFieldNamesTheInitialState() {
        Mfst machine = read("1\n0\t1\ta\tb\tm\n");
        assertThat(machine.initial()).isEqualTo(1);
        assertThat(machine.isFinal(1)).isTrue();
    }

    @Test
    void writesPlainLines() {
        Mfst.Builder machine = Mfst.builder();
        int end = machine.state();
        int start = machine.state();
        machine.initial(start).arc(start, end, "a b", "", "m").accept(end);
        assertThat(text(machine.build())).isEqualTo("1\t0\ta b\t<eps>\tm\n0\n");
    }

    @Test
    void unusedSymbolsAndStatesAreWrittenFirst() {
        Mfst.Builder machine = Mfst.builder(Alphabet.of("a", "c"), Alphabet.of("y", "x"), Alphabet.empty());
        machine.state();
        machine.state();
        machine.state();
        machine.arc(1, 1, "a", "x y", "m");
        assertThat(text(machine.build())).isEqualTo("""
                #input a c
                #output y x
                #states 0 2
                1	1	a	x y	m
                """);
        assertThat(text(Machines.nothing())).isEqualTo("#states 0\n");
        assertThat(text(Machines.epsilon())).isEqualTo("0\n");
    }

    @Test
    void writtenMachineIsReadUnchanged() {
        Random random = FileFuzzer.seeded(SEED);
        for (int i = 0; i < 2000; i++) {
            Mfst machine = AwkwardMachines.machine(random, 4);
            assertSame(read(text(machine)), machine);
        }
    }

    @Test
    void writtenFileIsReadUnchanged() {
        Random random = FileFuzzer.seeded(SEED);
        Path file = folder.resolve("m.fst.txt");
        for (int i = 0; i < 50; i++) {
            Mfst machine = AwkwardMachines.machine(random, 4);
            MachineText.write(machine, file);
            assertSame(MachineText.read(file), machine);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "0 1 a b m|1:2: found '0 1 a b m', expected a state; separate the fields by tabs, not spaces",
                "1 2.5|1:2: found '1 2.5', expected a state; separate the fields by tabs, not spaces",
                "0→1→a→b|1:8: found 4 fields, expected 5 (source, target, input, output, marks) or 1 (a final state); "
                        + "marks missing: write <eps>",
                "0→1|1:4: found 2 fields, expected 5 (source, target, input, output, marks) or 1 (a final state); "
                        + "input, output, marks missing: write <eps>",
                "0→1→a→b→m→n|1:11: found more than 5 fields, expected 5 (source, target, input, output, marks) or "
                        + "1 (a final state); separate the symbols of a label by a space, not a tab",
                "0→1→→b→m|1:5: found an empty field, expected input; write <eps> for none",
                "0→1→a→b→|1:9: found an empty field, expected marks; write <eps> for none",
                "→1→a→b→m|1:1: found an empty field, expected a state; fields are separated by one tab",
                "0→1→a  b→b→m|1:7: found an extra space, expected a symbol; separate symbols by just one space",
                "0→1→a→b→ m|1:9: found an extra space, expected a symbol; separate symbols by just one space",
                "0→1→a→b→m |1:11: found an extra space, expected a symbol; separate symbols by just one space",
                "0→1→a <eps>→b→m|1:7: found '<eps>', expected a symbol; <eps> stands alone",
                "#input a <eps>|1:10: found '<eps>', expected a symbol; <eps> stands alone",
                "0→1→𝄞 a\u0001→b→m|1:7: found 'a?', expected a symbol; symbols have no white space and no control "
                        + "characters",
                "0→1→a\u2028→b→m|1:5: found 'a?', expected a symbol; symbols have no white space and no control "
                        + "characters",
                "0→-1→a→b→m|1:3: found '-1', expected a state; states are numbered from 0",
                "0→#1→a→b→m|1:3: found '#1', expected a state; a name cannot begin with #, which begins a comment",
                "q\u0007|1:1: found 'q?', expected a state; names have no white space and no control characters",
                "# only this|1: found no state, expected at least one; a final state is a line with its name",
                "0→1→a→\uD800→m|1:7: found a byte that is not UTF-8, expected text; save the file as UTF-8",
            })
    void errorNamesPlaceAndRemedy(String text, String message) {
        assertThatThrownBy(() -> read(text.replace('→', '\t')))
                .isInstanceOf(SourceException.class)
                .hasMessage("m.fst.txt:" + message);
    }

    @Test
    void errorsCountLines() {
        assertThatThrownBy(() -> read("# one\r\n\n0\t1\ta\tb\tm\n-7\n"))
                .hasMessageStartingWith("m.fst.txt:4:1: found '-7'");
        assertThatThrownBy(() -> read("")).hasMessageStartingWith("m.fst.txt:1: found no state");
    }

    @Test
    void longValuesAreAbbreviated() {
        assertThatThrownBy(() -> read("-" + "1".repeat(1000)))
                .hasMessage("m.fst.txt:1:1: found '-" + "1".repeat(39)
                        + "…', expected a state; states are numbered from 0");
    }

    @Test
    void invalidBytesAreReportedWithTheirPlace() throws IOException {
        Path file = folder.resolve("latin1.fst.txt");
        Files.write(file, "# é comment\n0\t1\tü\tb\tm\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> MachineText.read(file))
                .isInstanceOf(SourceException.class)
                .hasMessage(file + ":1:3: found a byte that is not UTF-8, expected text; save the file as UTF-8");
    }

    @Test
    void missingFileIsNamed() {
        Path file = folder.resolve("none.fst.txt");
        assertThatThrownBy(() -> MachineText.read(file))
                .isInstanceOf(EspalierException.class)
                .hasMessage("cannot read " + file + ": no such file; check the path");
        assertThatThrownBy(() -> MachineText.read(folder))
                .isInstanceOf(EspalierException.class)
                .hasMessageStartingWith("cannot read " + folder + ": ");
    }

    @Tag("slow")
    @Test
    void tooLongLineIsRefused() {
        assertThatThrownBy(() -> read("a\tb".repeat(6_000_000)))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("found more than 16777216 characters");
        assertThatThrownBy(() -> read("0" + "\t".repeat(16_000_000)))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("found more than 5 fields");
    }

    @Tag("slow")
    @Test
    void damagedInputNeverCrashes() {
        Random random = FileFuzzer.seeded(SEED);
        int read = 0;
        for (int i = 0; i < 5_000; i++) {
            byte[] bytes = text(AwkwardMachines.machine(random, 3)).getBytes(StandardCharsets.UTF_8);
            read += FileFuzzer.survives(MachineTextTest::readBytes, FileFuzzer.mutated(bytes, random)) ? 1 : 0;
        }
        assertThat(read).isBetween(500, 4_500);
        assertThat(FileFuzzer.survives(MachineTextTest::readBytes, FileFuzzer.randomBytes(1_000_000, random)))
                .isFalse();
    }

    private static void readBytes(byte[] bytes) {
        MachineText.read("fuzz", LineReader.utf8(new ByteArrayInputStream(bytes)));
    }

    private static Mfst read(String text) {
        return MachineText.read("m.fst.txt", new StringReader(text));
    }

    private static String text(Mfst machine) {
        StringBuilder text = new StringBuilder();
        MachineText.write(machine, text);
        return text.toString();
    }
}
