package org.espalier.fst.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.espalier.fst.io.OpenFstText.Form.ACCEPTOR;
import static org.espalier.fst.io.OpenFstText.Form.TRANSDUCER;
import static org.espalier.fst.io.RandomFsts.text;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.LineReader;
import org.espalier.fst.base.SourceException;
import org.espalier.fst.io.OpenFstText.Form;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenFstTextTest {
    private static final long SEED = 20231102;

    @TempDir
    private Path folder;

    @Test
    void readsTransducers() {
        VectorFst fst = read(TRANSDUCER, "7 3\t1 2 0.5\n\n3 7 0 1\r\n 3 1.5\n7 Infinity");
        assertThat(RandomFsts.describe(fst)).isEqualTo("""
                start 0
                0 / Infinity
                  1:2 / 0.5 -> 1
                1 / 1.5
                  0:1 / 0.0 -> 0
                none
                none
                """);
        assertThat(fst.hasWeights()).isTrue();
        assertThat(fst.isAcceptor()).isFalse();
    }

    @Test
    void readsAcceptorsWithSymbols() {
        SymbolTable table = OpenFstText.readSymbols("syms", new StringReader("<eps> 0\na\t5\n\n"));
        VectorFst fst = OpenFstText.read("a.txt", new StringReader("0 1 a\n1 1 <eps> 2\n1"), ACCEPTOR, table, table);
        assertThat(RandomFsts.describe(fst)).isEqualTo("""
                start 0
                0 / Infinity
                  5:5 / 0.0 -> 1
                1 / 0.0
                  0:0 / 2.0 -> 1
                syms {0=<eps>, 5=a}
                syms {0=<eps>, 5=a}
                """);
        assertThat(RandomFsts.describe(
                        OpenFstText.read("a.txt", new StringReader("0 1 a\n1 1 <eps> 2\n1"), ACCEPTOR, table, null)))
                .as("its one table names the symbols of both tapes")
                .isEqualTo(RandomFsts.describe(fst));
        assertThat(text(fst, ACCEPTOR)).isEqualTo("0\t1\ta\n1\t1\t<eps>\t2\n1\n");
        assertThat(text(fst, TRANSDUCER)).isEqualTo("0\t1\ta\ta\n1\t1\t<eps>\t<eps>\t2\n1\n");
        assertThat(text(RandomFsts.withSymbols(fst, null, null), ACCEPTOR)).isEqualTo("0\t1\t5\n1\t1\t0\t2\n1\n");
    }

    @Test
    void emptyTextIsTheEmptyTransducer() {
        VectorFst fst = read(TRANSDUCER, "");
        assertThat(fst.states()).isZero();
        assertThat(fst.start()).isEqualTo(VectorFst.NO_STATE);
        assertThat(text(fst, TRANSDUCER)).isEmpty();
    }

    @Test
    void statesAreRenumberedInOrderOfAppearance() {
        Random random = FileFuzzer.seeded(SEED);
        for (int i = 0; i < 1000; i++) {
            boolean acceptor = random.nextBoolean();
            Form form = acceptor ? ACCEPTOR : TRANSDUCER;
            VectorFst fst = RandomFsts.fst(random, acceptor, random.nextBoolean());
            assertThat(text(reread(fst, form), form).lines())
                    .containsExactlyInAnyOrderElementsOf(numberedAsTheyAppear(text(fst, form)));
        }
    }

    @Test
    void writtenFilesAreReadUnchanged() {
        VectorFst fst = RandomFsts.fst(FileFuzzer.seeded(SEED), false, true);
        Path file = folder.resolve("a.txt");
        Path table = folder.resolve("a.syms");
        OpenFstText.write(fst, TRANSDUCER, file);
        OpenFstText.writeSymbols(fst.inputSymbols().orElseThrow(), table);
        SymbolTable input = OpenFstText.readSymbols(table);
        assertThat(input.symbols()).isEqualTo(fst.inputSymbols().orElseThrow().symbols());
        assertThat(input.name()).isEqualTo(table.toString());
        VectorFst read =
                OpenFstText.read(file, TRANSDUCER, input, fst.outputSymbols().orElseThrow());
        assertThat(read.arcs()).isEqualTo(fst.arcs());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 1 1|1: found 3 columns, expected 4 or 5 (source target input output [weight]) or 1 or 2 "
                        + "(state [weight]); if this is an acceptor, read it as one",
                "0 1 1 1 1 1 1|1: found more than 5 columns, expected 4 or 5 (source target input output [weight]) or "
                        + "1 or 2 (state [weight]); if this is an acceptor, read it as one",
                "-1|1:1: found '-1', expected a state from 0 to 2147483647",
                "0 99999999999 1 1|1:3: found '99999999999', expected a state from 0 to 2147483647",
                "0 1 é a|1:5: found 'é', expected a label from 0 to 2147483647; symbols need the table that numbers "
                        + "them",
                "0 1 1 -2|1:7: found '-2', expected a label from 0 to 2147483647; symbols need the table that numbers "
                        + "them",
                "0 1 1 1 x|1:9: found 'x', expected a weight: a number or Infinity",
                "0 NaN|1:3: found 'NaN', expected a weight: a number or Infinity",
                "0 -1e50|1:3: found '-1e50', expected a weight: a number or Infinity",
                "0 -Infinity|1:3: found '-Infinity', expected a weight: a number or Infinity",
                "# comment|1:1: found '#', expected a state from 0 to 2147483647",
            })
    void errorNamesPlaceAndRemedy(String text, String message) {
        assertThatThrownBy(() -> read(TRANSDUCER, text))
                .isInstanceOf(SourceException.class)
                .hasMessage("a.txt:" + message);
    }

    @Test
    void refusesOtherForms() {
        assertThatThrownBy(() -> read(ACCEPTOR, "0 1 1 1 1"))
                .isInstanceOf(SourceException.class)
                .hasMessage("a.txt:1: found 5 columns, expected 3 or 4 (source target label [weight]) or 1 or 2 "
                        + "(state [weight]); if this is a transducer, read it as one");
        assertThatThrownBy(() -> text(read(TRANSDUCER, "0 1 1 2"), ACCEPTOR))
                .isInstanceOf(EspalierException.class)
                .hasMessage("a transducer with two labels on an arc cannot be written as an acceptor; "
                        + "write a transducer");
    }

    @Test
    void symbolsMissingInTheTableAreRefused() {
        SymbolTable table = SymbolTable.builder("syms").add("a b", 1).build();
        VectorFst fst = read(TRANSDUCER, "0 0 1 1\n0 0 2 1");
        assertThatThrownBy(() -> OpenFstText.read("a.txt", new StringReader("0 0 x 1"), TRANSDUCER, table, null))
                .isInstanceOf(SourceException.class)
                .hasMessage("a.txt:1:5: found 'x', expected a symbol of the table 'syms' with a key up to 2147483647");
        assertThatThrownBy(() -> text(RandomFsts.withSymbols(fst, table, null), TRANSDUCER))
                .isInstanceOf(EspalierException.class)
                .hasMessage("the symbol 'a b' holds white space, which OpenFst's text cannot; rename it, or write "
                        + "binary");
        assertThatThrownBy(() -> text(
                        RandomFsts.withSymbols(
                                fst, SymbolTable.builder("syms").add("a", 1).build(), null),
                        TRANSDUCER))
                .isInstanceOf(EspalierException.class)
                .hasMessage("label 2 has no symbol in the table 'syms'; add it there, or use the labels as numbers, "
                        + "without a table");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a|1: found 1 column, expected a symbol and its key",
                "a 1 2|1: found more than 2 columns, expected a symbol and its key",
                "a b|1:3: found 'b', expected a key from 0 to 9223372036854775807",
                "a -1|1:3: found '-1', expected a key from 0 to 9223372036854775807",
                "a 1;a 1;a 2|3: found keys 1 and 2 for the symbol 'a', expected one; remove one of them",
                "a 1;b 1|2: found symbols 'a' and 'b' for the key 1, expected one; remove one of them",
            })
    void errorsInSymbolTablesAreNamed(String text, String message) {
        assertThatThrownBy(() -> OpenFstText.readSymbols("s.txt", new StringReader(text.replace(';', '\n'))))
                .isInstanceOf(SourceException.class)
                .hasMessage("s.txt:" + message);
    }

    @Test
    void tableMapsSymbolsToKeysAndBack() {
        SymbolTable table =
                SymbolTable.builder("t").add("b", 9).add("-", 0).add("a", 4).build();
        assertThat(table.symbols()).containsExactly(Map.entry(0L, "-"), Map.entry(4L, "a"), Map.entry(9L, "b"));
        assertThat(table.symbol(9)).contains("b");
        assertThat(table.symbol(1)).isEmpty();
        assertThat(table.key("a")).isEqualTo(4);
        assertThat(table.key("c")).isEqualTo(-1);
    }

    @Tag("slow")
    @Test
    void damagedInputNeverCrashes() {
        Random random = FileFuzzer.seeded(SEED);
        for (int i = 0; i < 3_000; i++) {
            VectorFst fst = RandomFsts.fst(random, false, random.nextBoolean());
            byte[] bytes = text(fst, TRANSDUCER).getBytes(StandardCharsets.UTF_8);
            FileFuzzer.survives(damaged -> readBytes(damaged, fst), FileFuzzer.mutated(bytes, random));
        }
        VectorFst fst = RandomFsts.fst(random, false, false);
        byte[] bytes = FileFuzzer.randomBytes(1_000_000, random);
        assertThat(FileFuzzer.survives(damaged -> readBytes(damaged, fst), bytes))
                .isFalse();
    }

    private static void readBytes(byte[] bytes, VectorFst like) {
        OpenFstText.read(
                "fuzz",
                LineReader.utf8(new ByteArrayInputStream(bytes)),
                TRANSDUCER,
                like.inputSymbols().orElse(null),
                like.outputSymbols().orElse(null));
        OpenFstText.readSymbols("fuzz", LineReader.utf8(new ByteArrayInputStream(bytes)));
    }

    private static List<String> numberedAsTheyAppear(String text) {
        Map<String, String> numbers = new HashMap<>();
        return text.lines()
                .map(line -> {
                    String[] columns = line.split("\t", -1);
                    for (int i = 0; i < (columns.length > 2 ? 2 : 1); i++) {
                        numbers.putIfAbsent(columns[i], Integer.toString(numbers.size()));
                        columns[i] = numbers.get(columns[i]);
                    }
                    return String.join("\t", columns);
                })
                .toList();
    }

    private static VectorFst reread(VectorFst fst, Form form) {
        return OpenFstText.read(
                "a.txt",
                new StringReader(text(fst, form)),
                form,
                fst.inputSymbols().orElse(null),
                fst.outputSymbols().orElse(null));
    }

    private static VectorFst read(Form form, String text) {
        return OpenFstText.read("a.txt", new StringReader(text), form, null, null);
    }
}
