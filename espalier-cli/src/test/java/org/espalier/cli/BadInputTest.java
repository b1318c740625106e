package org.espalier.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files as other programs write them, and the messages of every command that reads them. */
class BadInputTest extends CommandTestBase {
    @TempDir
    private static Path shared;

    @TempDir
    private Path folder;

    private static String run = "";

    /** Lattices of the run have at most 60 states: enough for the pairs of the file, but not for a long pair. */
    @BeforeAll
    static void train() throws IOException {
        run = TinyTrainedRun.train(shared, "ab\tc\na\tcd\nbab\td\naba\tcc\nb\tc\n", """
                validShare: 0
                training: {steps: 1, batch: 4, samples: 4, iwaeSamples: 4}
                lattice: {maxStates: 60}
                """);
    }

    /** A byte order mark, Windows line ends, empty lines, a missing tab, a NUL, a byte that is not UTF-8, e with accent. */
    private String badFile() throws IOException {
        Path file = folder.resolve("bad.tsv");
        byte[] text = "\uFEFFab\tc\r\n\r\n\n  \na\tcd\r\nno tab\r\nab\tc\0\r\nab\tc#\r\nae\u0301\tc\r\na\tc\td\nb\tc\n"
                .getBytes(UTF_8);
        for (int k = 0; k < text.length; k++) {
            text[k] = text[k] == '#' ? (byte) 0xFF : text[k];
        }
        return Files.write(file, text).toString();
    }

    @Test
    void allCommandsReportTheSameBadLines() throws IOException {
        String file = badFile();
        String messages = """
                espalier: FILE: 1 line was normalized to Unicode NFC; normalize=none reads text unchanged
                espalier: FILE: 3 empty lines are skipped
                espalier: FILE:6: found one column, expected 2 (x y), separated by tabs; mend the line, or say what the columns hold
                espalier: FILE:7:5: found the control character U+0000, expected text; remove it
                espalier: FILE:8:5: found a byte that is not UTF-8, expected text; save the file as UTF-8
                """.replace("FILE", file);
        String columns = "espalier: " + file
                + ":10: found 3 columns, expected 2 (x y), separated by tabs; mend the line, or say what the columns hold\n";
        for (List<String> call : List.of(
                List.of("lattice", "--machine", "builtin:edit", "--chars", "--pairs", file),
                List.of("machine", "check", "builtin:edit", "--chars", "--pairs", file),
                List.of(
                        "init",
                        "--chars",
                        "--pairs",
                        file,
                        "--out",
                        folder.resolve("start").toString()),
                List.of("baseline", "--chars", "--train", file, "--test", file))) {
            run(call.toArray(String[]::new));
            assertThat(err).as(call.toString()).startsWith(messages + columns);
            if (List.of("init", "baseline").contains(call.get(0))) {
                assertThat(err).contains(columns + "espalier: " + file + ": 4 of 8 lines are skipped\n");
            }
        }
        for (String command : List.of("align", "score", "evaluate")) {
            assertThat(run(command, "--run", run, "--pairs", file)).as(err).isZero();
            assertThat(err)
                    .isEqualTo(messages + "espalier: " + file + ":9: the machine has no input symbol \u00e9\n" + columns
                            + "espalier: " + file + ": 5 of 8 lines are skipped\n");
        }
    }

    @Test
    void allCommandsReadTheSameInputs() throws IOException {
        String file = badFile();
        for (List<String> call : List.of(
                List.of("transduce", "--run", run, "--inputs", file),
                List.of("rerank", "--run", run, "--pairs", file))) {
            assertThat(run(call.toArray(String[]::new))).as(err).isZero();
            assertThat(out.lines().map(line -> line.split("\t", -1)[0])).containsOnly("ab", "a", "b");
            assertThat(err).isEqualTo("""
                    espalier: FILE: 1 line was normalized to Unicode NFC; normalize=none reads text unchanged
                    espalier: FILE: 3 empty lines are skipped
                    espalier: FILE:6: the machine reads no 'n'
                    espalier: FILE:7:5: found the control character U+0000, expected text; remove it
                    espalier: FILE:8:5: found a byte that is not UTF-8, expected text; save the file as UTF-8
                    espalier: FILE:9: the machine reads no '\u00e9'
                    espalier: FILE: 4 of 8 lines are skipped
                    """.replace("FILE", file));
        }
    }

    @Test
    void latticeAboveTheLimitDoesNotStopOtherPairs() throws IOException {
        String large = "the lattice of this pair would have up to ";
        String file = Files.writeString(folder.resolve("pairs.tsv"), "ab\tc\nabababababab\tcdcdcdcdcd\nb\tc\n")
                .toString();
        for (List<String> call : List.of(
                List.of("transduce", "--run", run, "--inputs", file, "--json"),
                List.of("rerank", "--run", run, "--pairs", file, "--json"),
                List.of("align", "--run", run, "--pairs", file, "--json"),
                List.of("score", "--run", run, "--pairs", file, "--json"))) {
            assertThat(run(call.toArray(String[]::new))).as(err).isZero();
            assertThat(out.lines()).as(call.toString()).hasSize(2);
            assertThat(err).contains(file + ":2: " + large).containsPattern(": 1 of 3 (lines|inputs)");
        }
        assertThat(run("evaluate", "--run", run, "--pairs", file, "--transduce"))
                .isZero();
        assertThat(out).contains("3 inputs of ");

        assertThat(run("transduce", "--run", run, "--x", "abababababab")).isEqualTo(1);
        assertThat(out).isEmpty();
        assertThat(err)
                .contains("the input: " + large)
                .endsWith("espalier: the input: no output was found for the input; the reasons are above\n");
    }

    @Test
    void emptyInputIsRefused() {
        for (String x : List.of("", " ")) {
            assertThat(run("transduce", "--run", run, "--x", x)).isEqualTo(2);
            assertThat(err)
                    .isEqualTo("espalier: --x is empty; give the symbols of an input, or --inputs FILE; see: espalier"
                            + " transduce --help\n");
        }
    }

    /** Trains a tiny model that is given the input. */
    private String conditional() throws IOException {
        Files.writeString(folder.resolve("pairs.tsv"), "ab\tc\na\tcd\nbab\td\naba\tcc\nb\tc\n");
        String config = Files.writeString(folder.resolve("given.yaml"), """
                        machine: builtin:edit
                        train: pairs.tsv
                        tokens: chars
                        validShare: 0
                        out: run
                        threads: 1
                        scorer: {dimension: 8, layers: 1, given: input}
                        sampler: {dimension: 8}
                        training: {steps: 1, batch: 2, samples: 2, iwaeSamples: 2}
                        """).toString();
        assertThat(run("train", "--config", config)).as(err).isZero();
        return folder.resolve("run").toString();
    }

    @Test
    void probabilityOfAPairUnderAConditionalRunIsNamedOrRefused() throws IOException {
        String given = conditional();
        assertThat(run("score", "--run", given, "--x", "ab", "--y", "c")).isZero();
        assertThat(err)
                .isEqualTo("espalier: these are log p(y | x), since " + given
                        + " is given the input; for log p(x, y) train with scorer.given: nothing\n");
        assertThat(run("evaluate", "--run", given, "--pairs", badFile(), "--mass", "100"))
                .isEqualTo(1);
        assertThat(out).isEmpty();
        assertThat(err)
                .isEqualTo("espalier: mark strings can be drawn from a joint scorer only; this one is given the input"
                        + " (scorer.given: input); train one with scorer.given: nothing\n");
    }

    @Test
    void onlyTheFirstOfManyReasonsAreReported() throws IOException {
        StringBuilder lines = new StringBuilder("ab\tc\n");
        IntStream.range(0, 130).forEach(k -> lines.appendCodePoint(0x4E00 + k).append("\tc\n"));
        String file = Files.writeString(folder.resolve("pairs.tsv"), lines).toString();
        assertThat(run("score", "--run", run, "--pairs", file)).isZero();
        assertThat(out).as("text is joined as it was split").endsWith("\tab\tc\n");
        assertThat(err.lines())
                .hasSize(102)
                .endsWith(
                        "espalier: " + file + ": and 30 more warnings",
                        "espalier: " + file + ": 130 of 131 lines are skipped");
    }
}
