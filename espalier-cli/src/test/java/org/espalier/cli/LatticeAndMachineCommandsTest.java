package org.espalier.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The commands {@code lattice} and {@code machine}: their output, messages and exit codes. */
class LatticeAndMachineCommandsTest extends CommandTestBase {
    private static final String DELETION_INSERTION = "builtin:deletion-insertion";

    @TempDir
    private Path folder;

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private static JsonNode json(String line) {
        return JsonMapper.shared().readTree(line);
    }

    @Test
    void latticeIsPrintedAsJson() {
        assertThat(run("lattice", "--machine", DELETION_INSERTION, "--x", "a b c", "--y", "d e", "--json"))
                .isZero();
        JsonNode lattice = json(out);
        assertThat(lattice.get("states").asInt()).isEqualTo(3 * 3 * 2 + 2 * (3 + 2) + 1);
        assertThat(lattice.get("arcs").asInt()).isEqualTo(4 * 3 * 2 + 2 * (3 + 2));
        assertThat(lattice.get("paths").asString()).isEqualTo("10");
        assertThat(lattice.get("acyclic").asBoolean()).isTrue();
        assertThat(lattice.get("canonical").asBoolean()).isTrue();
        assertThat(lattice.get("before").get("states").asInt()).isEqualTo(29);
        assertThat(lattice.get("before").get("arcs").asInt()).isEqualTo(34);
        assertThat(err).isEmpty();
    }

    @Test
    void symbolsOfAPairMayComeFromAFile() throws IOException {
        String machine = file("q.mfst", "input = from data\noutput = from data\nmachine = (a:b / m | q:b / n)*\n");
        String pairs = file("q.tsv", "q a\tb b\n");
        String[] call = {"lattice", "--machine", machine, "--x", "a a", "--y", "b b", "--marks"};
        assertThat(run(call)).isEqualTo(1);
        assertThat(err).contains("'q' is on the input tape of the machine but not in the alphabet 'input'");
        assertThat(run("lattice", "--machine", machine, "--x", "a a", "--y", "b b", "--pairs", pairs))
                .as(err)
                .isZero();
        assertThat(out).startsWith("3 states, 2 arcs, 1 path");
        assertThat(run("lattice", "--machine", machine, "--x", "a", "--pairs", pairs))
                .isEqualTo(2);
        assertThat(err).startsWith("espalier: --x and --y go together; --y is missing");
    }

    @Test
    void filesThatAreReadAreNotReplaced() throws IOException {
        String text = "machine = (a:b)*\n";
        String machine = file("m.mfst", text);
        for (String[] call : new String[][] {
            {"lattice", "--machine", machine, "--x", "a", "--y", "b", "--svg", machine},
            {"lattice", "--machine", "builtin:edit", "--x", "a", "--y", "b", "--weights", machine, "--dot", machine},
            {"machine", "draw", machine, "--out", machine},
            {"machine", "compose", machine, "builtin:edit", "--x", "a", "--y", "b", "--out", machine},
            {"machine", "convert", machine, machine}
        }) {
            assertThat(run(call)).as(err).isEqualTo(2);
            assertThat(err)
                    .startsWith("espalier: " + machine
                            + " is a file that this call reads, and is not replaced; name another file to write to");
            assertThat(Path.of(machine)).hasContent(text);
        }
    }

    @Test
    void pathCountsAreNotLimited() {
        String hundred = "a ".repeat(100);
        assertThat(run("lattice", "--machine", DELETION_INSERTION, "--x", hundred, "--y", "b ".repeat(100), "--json"))
                .isZero();
        assertThat(json(out).get("paths").asString())
                .isEqualTo("90548514656103281165404177077484163874504589675413336841320");
    }

    @Test
    void marksAreListedSorted() {
        assertThat(run("lattice", "--machine", DELETION_INSERTION, "--x", "ab", "--y", "c", "--chars", "--marks"))
                .isZero();
        assertThat(out.lines())
                .containsExactly(
                        "<delete> a <delete> b <insert> c",
                        "<delete> a <insert> c <delete> b",
                        "<insert> c <delete> a <delete> b");
        assertThat(run(
                        "lattice",
                        "--machine",
                        DELETION_INSERTION,
                        "--x",
                        "a b",
                        "--y",
                        "c",
                        "--marks",
                        "--max-paths",
                        "2"))
                .isEqualTo(1);
        assertThat(err).contains("3 paths", "bound of 2").hasLineCount(1);
    }

    @Test
    void pairsArePrintedInOrderAndBadLinesSkipped() throws IOException {
        StringBuilder lines = new StringBuilder("\uFEFFa b\tc\r\nno tab here\r\n\r\na\t\r\n");
        IntStream.range(0, 500)
                .forEach(k -> lines.append("a ".repeat(1 + k % 7)).append("\tc\n"));
        lines.append("a\tb\tc\n");
        String pairs = file("pairs.tsv", lines.toString());
        assertThat(run("lattice", "--machine", DELETION_INSERTION, "--pairs", pairs, "--tokens", "words"))
                .isEqualTo(1);
        List<JsonNode> results =
                out.lines().map(LatticeAndMachineCommandsTest::json).toList();
        assertThat(results).hasSize(502);
        assertThat(results.get(0).get("line").asInt()).isEqualTo(1);
        assertThat(results.get(0).get("x").asInt()).isEqualTo(2);
        assertThat(results.get(1).get("line").asInt()).isEqualTo(4);
        assertThat(results.get(1).get("y").asInt()).isZero();
        for (int k = 0; k < 500; k++) {
            assertThat(results.get(k + 2).get("line").asInt()).isEqualTo(5 + k);
            assertThat(results.get(k + 2).get("paths").asString()).isEqualTo(Integer.toString(2 + k % 7));
        }
        assertThat(err.lines())
                .containsExactly(
                        "espalier: " + pairs + ": 1 empty line is skipped",
                        "espalier: " + pairs
                                + ":2: found one column, expected 2 (x y), separated by tabs; mend the line, or say what the columns hold",
                        "espalier: " + pairs
                                + ":505: found 3 columns, expected 2 (x y), separated by tabs; mend the line, or say what the columns hold",
                        "espalier: 2 of 504 lines failed");
    }

    @Test
    void linesWithoutTextOrSymbolsAreBadLines() throws IOException {
        Path pairs = folder.resolve("pairs.tsv");
        Files.write(pairs, "a\tb\na\t\u00e9\na <eps>\tb\na\tb\u0007\na\tb".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(run("lattice", "--machine", DELETION_INSERTION, "--pairs", pairs.toString(), "--tokens", "words"))
                .isEqualTo(1);
        assertThat(out.lines().map(line -> json(line).get("line").asInt())).containsExactly(1, 5);
        assertThat(err.lines())
                .containsExactly(
                        "espalier: " + pairs
                                + ":2:3: found a byte that is not UTF-8, expected text; save the file as UTF-8",
                        "espalier: " + pairs
                                + ":3:1: '<eps>' cannot be a symbol: it stands for the empty string; leave the label empty"
                                + " instead",
                        "espalier: " + pairs + ":4:4: found the control character U+0007, expected text; remove it",
                        "espalier: 3 of 5 lines failed");
    }

    @Test
    void binaryFileOfPairsIsRefusedInOneLine() throws IOException {
        Path pairs = folder.resolve("pairs.tsv");
        byte[] bytes = new byte[100_000];
        new Random(7).nextBytes(bytes);
        Files.write(pairs, bytes);
        assertThat(run("lattice", "--machine", DELETION_INSERTION, "--pairs", pairs.toString()))
                .isEqualTo(1);
        assertThat(err)
                .startsWith("espalier: " + pairs + ":1:")
                .contains("found a byte that is not UTF-8")
                .hasLineCount(1);
    }

    @Test
    void failedPairIsReportedByFileAndLine() throws IOException {
        String pairs = file("pairs.tsv", "a\tb\n\na a a\tb b b\n");
        assertThat(run(
                        "lattice",
                        "--machine",
                        DELETION_INSERTION,
                        "--pairs",
                        pairs,
                        "--max-states",
                        "20",
                        "--tokens",
                        "words"))
                .isEqualTo(1);
        assertThat(out.lines()).hasSize(1);
        assertThat(err.lines())
                .containsExactly(
                        "espalier: " + pairs + ": 1 empty line is skipped",
                        "espalier: " + pairs
                                + ":3: the lattice of this pair would have up to 48 states (3 canonical states at each of 4"
                                + " by 4 positions), more than the limit of 20 states; shorten the pair, or raise lattice.maxStates"
                                + " if memory allows (--max-states)",
                        "espalier: 1 of 2 lines failed");
    }

    @Test
    void badLinesAreReportedByEveryCommand() throws IOException {
        String pairs = file("pairs.tsv", "a\tb\nno tab here\n");
        assertThat(run("machine", "print", DELETION_INSERTION, "--pairs", pairs, "--tokens", "words"))
                .isZero();
        assertThat(out.lines()).containsExactly("0\t0\ta\t<eps>\t<delete> a", "0\t0\t<eps>\tb\t<insert> b", "0");
        assertThat(err.lines())
                .containsExactly(
                        "espalier: " + pairs
                                + ":2: found one column, expected 2 (x y), separated by tabs; mend the line, or say what the columns hold");
        assertThat(run("machine", "compose", "builtin:edit", "builtin:edit", "--pairs", pairs, "--tokens", "words"))
                .isZero();
        assertThat(err).hasLineCount(1);
    }

    @Test
    void pairWithoutPathPrintsTheReason() throws IOException {
        String copy = file("copy.mfst", "machine = ([a in \"a b\"] a:a / copy a)*\n");
        assertThat(run("lattice", "--machine", copy, "--x", "a b", "--y", "a a", "--json"))
                .isZero();
        assertThat(json(out).get("states").asInt()).isZero();
        assertThat(json(out).get("paths").asString()).isEqualTo("0");
        assertThat(json(out).get("reason").asString())
                .isEqualTo(
                        "no path of the machine generates this pair: the furthest matched 1 of 2 input symbols and 1 of 2"
                                + " output symbols; next input symbol: b; next output symbol: a");
        assertThat(run("lattice", "--machine", copy, "--x", "a q", "--y", "a", "--svg"))
                .isEqualTo(1);
        assertThat(err).isEqualTo("espalier: the machine has no input symbol q" + System.lineSeparator());
        assertThat(out).isEmpty();
    }

    @Test
    void pairWithoutPathListsNoMarks() throws IOException {
        String copy = file("copy.mfst", "machine = ([a in \"a b\"] a:a / copy a)*\n");
        String[] call = {"lattice", "--machine", copy, "--x", "a b", "--y", "a a"};
        for (String[] list :
                List.of(new String[] {"--marks"}, new String[] {"--best", "2"}, new String[] {"--sample", "2"})) {
            assertThat(run(with(call, list))).isZero();
            assertThat(out).isEmpty();
            assertThat(err).startsWith("espalier: no path of the machine").hasLineCount(1);
        }
        assertThat(run(with(call, "--json", "--marks", "--best", "2", "--sample", "2")))
                .isZero();
        assertThat(err).isEmpty();
        assertThat(out)
                .endsWith(",\"best\":[],\"samples\":[],\"marks\":[]}" + System.lineSeparator())
                .hasLineCount(1);
    }

    @Tag("slow")
    @Test
    void countsMustBePositive() {
        for (String option :
                List.of("--best", "--sample", "--max-states", "--max-marks", "--max-paths", "--max-work")) {
            String max =
                    option.equals("--max-paths") || option.equals("--max-work") ? "9223372036854775807" : "2147483647";
            for (String value : List.of("0", "-1", "x", "1.5", "99999999999999999999")) {
                assertThat(run("lattice", "--machine", "builtin:edit", "--x", "a", "--y", "b", option, value))
                        .isEqualTo(2);
                assertThat(err)
                        .isEqualTo("espalier: invalid value for option '" + option + "': '" + value
                                + "' is not a whole number from 1 to " + max + "; see: espalier lattice --help"
                                + System.lineSeparator());
            }
        }
    }

    @Test
    void jsonIsOneObjectForAllLists() {
        assertThat(run(
                        "lattice",
                        "--machine",
                        DELETION_INSERTION,
                        "--x",
                        "a",
                        "--y",
                        "c",
                        "--json",
                        "--marks",
                        "--best",
                        "1",
                        "--path",
                        "<insert> c <delete> a"))
                .isZero();
        assertThat(out).hasLineCount(1);
        assertThat(json(out).get("path").toString())
                .isEqualTo(
                        "[{\"source\":0,\"target\":0,\"input\":[],\"output\":[\"c\"],\"marks\":[\"<insert>\",\"c\"]},"
                                + "{\"source\":0,\"target\":0,\"input\":[\"a\"],\"output\":[],\"marks\":[\"<delete>\",\"a\"]}]");
        assertThat(json(out).get("marks").toString())
                .isEqualTo("[\"<delete> a <insert> c\",\"<insert> c <delete> a\"]");
        assertThat(json(out).get("best")).hasSize(1);
    }

    @Test
    void conflictingOptionsAreRefused() {
        String[] call = {"lattice", "--machine", "builtin:edit", "--x", "a", "--y", "a"};
        String alone =
                "espalier: a drawing on standard output cannot be combined with other results; name a file for it, as in --svg"
                        + " lattice.svg; see: espalier lattice --help" + System.lineSeparator();
        for (String[] more : List.of(
                new String[] {"--svg", "--dot"}, new String[] {"--svg", "--json"}, new String[] {"--dot", "--marks"})) {
            assertThat(run(with(call, more))).isEqualTo(2);
            assertThat(err).isEqualTo(alone);
        }
        assertThat(run(with(call, "--posterior"))).isEqualTo(2);
        assertThat(err)
                .isEqualTo("espalier: --posterior is for drawings; add --svg or --dot; see: espalier lattice --help"
                        + System.lineSeparator());
        assertThat(run(with(call, "--highlight", "best"))).isEqualTo(2);
        assertThat(err).startsWith("espalier: --highlight is for drawings;");
    }

    @Test
    void cyclicLatticesAreDetectedAndUnrolled() throws IOException {
        String machine = file("again.mfst", "machine = (a:_ / a | _:_ / again)*\n");
        assertThat(run("lattice", "--machine", machine, "--x", "a", "--y", "", "--json"))
                .isZero();
        assertThat(json(out).get("acyclic").asBoolean()).isFalse();
        assertThat(json(out).get("paths").asString()).isEqualTo("infinite");
        assertThat(run("lattice", "--machine", machine, "--x", "a", "--y", "", "--marks"))
                .isEqualTo(1);
        assertThat(err).contains("--max-marks").hasLineCount(1);
        assertThat(run("lattice", "--machine", machine, "--x", "a", "--y", "", "--marks", "--max-marks", "3"))
                .isZero();
        assertThat(out.lines())
                .containsExactly("a", "a again", "a again again", "again a", "again a again", "again again a");
        assertThat(run("lattice", "--machine", machine, "--x", "a a", "--y", "", "--max-marks", "1"))
                .isZero();
        assertThat(out)
                .startsWith("no path of at most 1 mark generates this pair: the furthest matched 1 of 2 input symbols");
    }

    @Test
    void subsetFallbackIsReportedWithItsReason() throws IOException {
        String machine = file("sub.mfst", "machine = ([a in \"a b\"] a:_ / <delete>)*\n");
        assertThat(run("lattice", "--machine", machine, "--x", "a b a", "--y", "", "--json"))
                .isZero();
        assertThat(json(out).get("canonical").asBoolean()).isFalse();
        assertThat(json(out).get("states").asInt()).isEqualTo(4);
        assertThat(err)
                .contains("no canonical form", "two paths have the same marks")
                .hasLineCount(1);
    }

    @Test
    void ambiguousMachinesAreRefused() throws IOException {
        String machine = file("twice.mfst", "machine = a:b / m | a:b / m\n");
        assertThat(run("lattice", "--machine", machine, "--x", "a", "--y", "b")).isEqualTo(1);
        assertThat(err).contains("the marks do not name a path: two paths have the same marks, m:");
        assertThat(run("machine", "check", machine)).isEqualTo(1);
        assertThat(out).contains("error: marks do not name a path");
    }

    @Test
    void stateLimitPrintsItsOption() {
        assertThat(run(
                        "lattice",
                        "--machine",
                        DELETION_INSERTION,
                        "--x",
                        "a b c",
                        "--y",
                        "d e f",
                        "--max-states",
                        "20"))
                .isEqualTo(1);
        assertThat(err)
                .contains("up to 48 states", "limit of 20", "--max-states")
                .hasLineCount(1);
    }

    @Test
    void bestPathsSamplesAndPosteriorsArePrinted() throws IOException {
        String weights = file("weights.tsv", "<insert>\t-1\nc\t0.5\n");
        String[] call = {"lattice", "--machine", DELETION_INSERTION, "--x", "a", "--y", "c", "--weights", weights};
        assertThat(run(with(call, "--best", "5"))).isZero();
        assertThat(out.lines())
                .containsExactly(
                        "0.500000\t-0.500000\t<delete> a <insert> c", "0.500000\t-0.500000\t<insert> c <delete> a");
        assertThat(run(with(call, "--sample", "20", "--seed", "3", "--json"))).isZero();
        assertThat(json(out).get("samples")).hasSize(20);
        assertThat(json(out).get("entropy").asDouble()).isCloseTo(Math.log(2), within());
        String first = out;
        run(with(call, "--sample", "20", "--seed", "3", "--json"));
        assertThat(out).isEqualTo(first);
        String none = file("none.tsv", "a\t-Infinity\n");
        assertThat(run(
                        "lattice",
                        "--machine",
                        DELETION_INSERTION,
                        "--x",
                        "a",
                        "--y",
                        "c",
                        "--weights",
                        none,
                        "--svg",
                        "--highlight",
                        "best"))
                .isEqualTo(1);
        assertThat(err)
                .isEqualTo("espalier: all paths have log weight -Infinity, so no path is best; change the weights"
                        + System.lineSeparator());
        assertThat(run("lattice", "--machine", DELETION_INSERTION, "--x", "a", "--y", "c", "--weights", none, "--json"))
                .isZero();
        assertThat(out).doesNotContain("Infinity", "NaN").contains(":null");
        String bad = file("bad.tsv", "<insert>\t-1\nnone\t0\n");
        assertThat(run(with(call, "--weights", bad))).isEqualTo(2);
        assertThat(run("lattice", "--machine", DELETION_INSERTION, "--x", "a", "--y", "c", "--weights", bad))
                .isEqualTo(1);
        assertThat(err)
                .isEqualTo("espalier: " + bad + ":2:1: the machine has no mark 'none'; see machine print"
                        + System.lineSeparator());
    }

    private static Offset<Double> within() {
        return Offset.offset(1e-12);
    }

    private static String[] with(String[] call, String... more) {
        String[] all = Arrays.copyOf(call, call.length + more.length);
        System.arraycopy(more, 0, all, call.length, more.length);
        return all;
    }

    @Test
    void pathOfAMarkStringIsPrinted() {
        assertThat(run(
                        "lattice",
                        "--machine",
                        DELETION_INSERTION,
                        "--x",
                        "a",
                        "--y",
                        "c",
                        "--path",
                        "<insert> c <delete> a"))
                .isZero();
        assertThat(out.lines()).containsExactly("0\t0\t<eps>\tc\t<insert> c", "0\t0\ta\t<eps>\t<delete> a");
        assertThat(run("lattice", "--machine", DELETION_INSERTION, "--x", "a", "--y", "c", "--path", "<insert> a"))
                .isEqualTo(1);
    }

    @Test
    void drawingsGoToFilesOrStandardOutput() throws IOException {
        Path svg = folder.resolve("lattice.svg");
        assertThat(run(
                        "lattice",
                        "--machine",
                        "builtin:edit",
                        "--x",
                        "a b c",
                        "--y",
                        "c d",
                        "--svg",
                        svg.toString(),
                        "--posterior",
                        "--highlight",
                        "best"))
                .isZero();
        assertThat(Files.readString(svg)).startsWith("<svg").contains("25 paths");
        assertThat(out).isEmpty();
        assertThat(run("lattice", "--machine", "builtin:edit", "--x", "a", "--y", "a", "--dot"))
                .isZero();
        assertThat(out).startsWith("digraph");
        assertThat(run("machine", "draw", "builtin:cipher")).isZero();
        assertThat(out).startsWith("digraph");
        assertThat(run("lattice", "--machine", "builtin:edit", "--x", "a", "--y", "a", "--svg", "no/such/folder/a.svg"))
                .isEqualTo(1);
        assertThat(err).contains("cannot write").hasLineCount(1);
    }

    @Tag("slow")
    @Test
    void machinesArePrintedComposedAndConverted() throws IOException {
        assertThat(run("machine", "print", DELETION_INSERTION, "--x", "a", "--y", "b"))
                .isZero();
        assertThat(out.lines()).containsExactly("0\t0\ta\t<eps>\t<delete> a", "0\t0\t<eps>\tb\t<insert> b", "0");
        String upper = file("upper.mfst", "machine = (a:b / up)*\n");
        String lower = file("lower.mfst", "machine = (b:c / down | _:c / more)*\n");
        Path both = folder.resolve("both.fst.txt");
        assertThat(run("machine", "compose", upper, lower, "-o", both.toString()))
                .isZero();
        assertThat(run("lattice", "--machine", both.toString(), "--x", "a", "--y", "c c", "--marks"))
                .isZero();
        assertThat(out.lines()).containsExactly("more up down", "up down more");
        Path mirrored = folder.resolve("mirrored.fst.txt");
        assertThat(run("machine", "convert", both.toString(), mirrored.toString(), "--apply", "reverse,invert"))
                .isZero();
        assertThat(run("lattice", "--machine", mirrored.toString(), "--x", "c c", "--y", "a", "--marks"))
                .isZero();
        assertThat(out.lines()).containsExactly("down up more", "more down up");
        Path binary = folder.resolve("both.fst");
        Path text = folder.resolve("both.att");
        assertThat(run("machine", "convert", both.toString(), binary.toString(), "--tapes", "marks:output"))
                .isZero();
        assertThat(run("machine", "convert", binary.toString(), text.toString(), "--mark-arcs", "none"))
                .isZero();
        assertThat(Files.readString(folder.resolve("both.att.isyms"))).contains("up", "down", "more");
        assertThat(run("machine", "print", text.toString())).isZero();
        assertThat(out).contains("up:c", "down:_", "more:c");
        assertThat(run(
                        "machine",
                        "convert",
                        both.toString(),
                        folder.resolve("x.mfst").toString()))
                .isEqualTo(1);
        assertThat(run("machine", "convert", both.toString(), binary.toString(), "--tapes", "marks"))
                .isEqualTo(2);
        assertThat(err).contains("--tapes takes two of").hasLineCount(1);
    }

    @Tag("slow")
    @Test
    void emptyOpenFstTextIsRefused() throws IOException {
        for (String text : List.of("", "\n \n")) {
            String empty = file("empty.att", text);
            assertThat(run("machine", "check", empty)).isEqualTo(1);
            assertThat(err)
                    .isEqualTo("espalier: " + empty + ": found no state, expected lines of OpenFst's text; "
                            + "write the file again, with fstprint\n");
        }
    }

    @Test
    void fstinfoReadsLatticesForOpenFst() throws Exception {
        assumeTrue(
                Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
                        .anyMatch(place -> Files.isExecutable(Path.of(place, "fstinfo"))),
                "fstinfo is not installed; Debian has it in libfst-tools");
        Path fst = folder.resolve("lattice.fst");
        assertThat(run(
                        "lattice",
                        "--machine",
                        DELETION_INSERTION,
                        "--x",
                        "a b",
                        "--y",
                        "c",
                        "--tape",
                        "marks",
                        "--fst",
                        fst.toString()))
                .isZero();
        Process info = new ProcessBuilder("fstinfo", fst.toString())
                .redirectErrorStream(true)
                .start();
        String text = new String(info.getInputStream().readAllBytes(), UTF_8);
        assertThat(info.waitFor()).as(text).isZero();
        assertThat(text).containsPattern("# of states +13").containsPattern("# of arcs +14");
    }

    @Test
    void findingsArePrintedAndSetTheExitCode() {
        assertThat(run("machine", "check", "builtin:cipher", "--json")).isZero();
        JsonNode check = json(out);
        assertThat(check.get("states").asInt()).isEqualTo(6);
        assertThat(check.get("arcs").asInt()).isEqualTo(395);
        assertThat(check.get("canonical").get("states").asInt()).isEqualTo(406);
        assertThat(check.get("canonical").get("arcs").asInt()).isEqualTo(795);
        assertThat(out).contains("\"findings\":[{\"kind\":\"canonical form\",\"severity\":\"note\",\"message\":");
    }

    @Test
    void wrongCallPrintsOneLineAndEndsWith2() {
        for (String[] call : List.of(
                new String[] {"lattice", "--machine", DELETION_INSERTION},
                new String[] {"lattice", "--machine", DELETION_INSERTION, "--x", "a"},
                new String[] {"lattice", "--machine", DELETION_INSERTION, "--pairs", "/dev/null", "--svg"},
                new String[] {"lattice", "--machine", DELETION_INSERTION, "--pairs", "/dev/null", "--weights", "f"},
                new String[] {"lattice", "--machine", DELETION_INSERTION, "--x", "a", "--y", "b", "--tape", "input"},
                new String[] {"lattice", "--x", "a", "--y", "b"},
                new String[] {"machine"},
                new String[] {"machine", "check"},
                new String[] {"machine", "chekc", "f"})) {
            assertThat(run(call)).as(String.join(" ", call)).isEqualTo(2);
            assertThat(err).hasLineCount(1).contains("--help");
            assertThat(out).isEmpty();
        }
    }

    @Test
    void badFilePrintsOneLineAndEndsWith1() throws IOException {
        Path noise = folder.resolve("noise.fst");
        byte[] bytes = new byte[1 << 16];
        new Random(7).nextBytes(bytes);
        Files.write(noise, bytes);
        for (String machine : List.of(
                noise.toString(),
                file("bad.mfst", "machine = (a:b / m\n"),
                file("bad.fst.txt", "0 1 a b m\n"),
                folder.resolve("missing.mfst").toString(),
                folder.resolve("missing.fst.txt").toString(),
                folder.resolve("strange.name").toString(),
                "builtin:nothing")) {
            assertThat(run("lattice", "--machine", machine, "--x", "a", "--y", "b"))
                    .as(machine)
                    .isEqualTo(1);
            assertThat(err).as(machine).hasLineCount(1).startsWith("espalier: ");
            assertThat(out).isEmpty();
        }
        assertThat(run(
                        "lattice",
                        "--machine",
                        DELETION_INSERTION,
                        "--pairs",
                        folder.resolve("none.tsv").toString()))
                .isEqualTo(1);
        assertThat(err).hasLineCount(1).contains("no such file");
    }
}
