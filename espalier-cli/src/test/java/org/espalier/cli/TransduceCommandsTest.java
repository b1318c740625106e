package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.espalier.fst.io.OpenFstBinary;
import org.espalier.fst.io.OpenFstText;
import org.espalier.fst.io.SymbolTable;
import org.espalier.fst.io.VectorFst;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The commands {@code transduce} and {@code rerank}, and the evaluation of outputs, on a tiny run. */
@Tag("slow")
class TransduceCommandsTest extends CommandTestBase {
    @TempDir
    private static Path shared;

    @TempDir
    private Path folder;

    private static String run = "";

    @BeforeAll
    static void train() throws IOException {
        run = TinyTrainedRun.train(shared, "ab\tc\na\tcd\nbab\td\naba\tcc\nb\tc\na\td\nbb\tdc\naa\tc\n", """
                validShare: 0.25
                training: {batch: 4, samples: 4, iwaeSamples: 4, steps: 6, evaluateEvery: 3, checkpointEvery: 3}
                """);
    }

    private static JsonNode json(String line) {
        return JsonMapper.shared().readTree(line);
    }

    private static List<JsonNode> outputs(String line) {
        List<JsonNode> outputs = new ArrayList<>();
        json(line).get("outputs").forEach(outputs::add);
        return outputs;
    }

    @Test
    void unknownSymbolsCanFailTheCommand() throws IOException {
        Path inputs = Files.writeString(folder.resolve("inputs.txt"), "ab\ná\nbxa\n");
        assertThat(run("transduce", "--run", run, "--inputs", inputs.toString(), "--unknown", "fail"))
                .isEqualTo(1);
        assertThat(out).isEmpty();
        assertThat(err).endsWith(inputs + ":2: the machine reads no 'á'; the nearest symbol is 'a'\n");

        Path pairs = Files.writeString(folder.resolve("pairs.tsv"), "ab\tc\nab\tć\n");
        for (String command : List.of("align", "score")) {
            assertThat(run(command, "--run", run, "--pairs", pairs.toString(), "--unknown", "fail"))
                    .isEqualTo(1);
            assertThat(out).isEmpty();
            assertThat(err).endsWith(pairs + ":2: the machine writes no 'ć'; the nearest symbol is 'c'\n");
            assertThat(run(command, "--run", run, "--pairs", pairs.toString(), "--unknown", "skip"))
                    .as(err)
                    .isZero();
            assertThat(err).contains(pairs + ":2: the machine has no output symbol ć; the nearest symbol is 'c'\n");
        }
        assertThat(run("rerank", "--run", run, "--pairs", pairs.toString(), "--unknown", "fail"))
                .isEqualTo(1);
        assertThat(out).isEmpty();
        assertThat(err).endsWith(pairs + ":2: the machine writes no 'ć'; the nearest symbol is 'c'\n");
        assertThat(run("rerank", "--run", run, "--pairs", inputs.toString(), "--unknown", "fail"))
                .isEqualTo(1);
        assertThat(err).endsWith(inputs + ":2: the machine reads no 'á'; the nearest symbol is 'a'\n");
        assertThat(run("rerank", "--run", run, "--pairs", pairs.toString(), "--unknown", "skip"))
                .isZero();
        assertThat(out.lines()).hasSize(1);
        assertThat(err)
                .contains(pairs + ":1: the machine writes no 'ć'; the nearest symbol is 'c'; this output is skipped\n");
    }

    @Test
    void helpDescribesTheTreatmentOfUnknownSymbols() {
        for (String command : List.of("align", "score", "rerank", "evaluate", "transduce")) {
            assertThat(run(command, "--help")).isZero();
            assertThat(out).contains("--unknown", "skip:", "fail:");
            boolean copies = List.of("evaluate", "transduce").contains(command);
            assertThat(out.contains("copy:")).as(command).isEqualTo(copies);
        }
    }

    @Test
    void outputsHaveProbabilities() {
        String[] call = {"transduce", "--run", run, "--x", "ab", "--nbest", "4", "--max-output", "3", "--json"};
        assertThat(run(with(call, "--threshold", "0"))).as(err).isZero();
        assertThat(json(out).get("x").asString()).isEqualTo("ab");
        List<JsonNode> outputs = outputs(out);
        assertThat(outputs).hasSize(4);
        assertThat(outputs.stream()
                        .mapToDouble(each -> each.get("probability").asDouble())
                        .sum())
                .isBetween(0.3, 1 - 1e-6);
        assertThat(outputs.stream().map(each -> -each.get("logP").asDouble())).isSorted();
        for (JsonNode each : outputs) {
            assertThat(run(
                            "score",
                            "--run",
                            run,
                            "--x",
                            "ab",
                            "--y",
                            each.get("y").asString(),
                            "--exact",
                            "--json"))
                    .isZero();
            assertThat(each.get("exact").asBoolean()).isTrue();
            assertThat(each.get("logP").asDouble())
                    .isCloseTo(json(out).get("logP").asDouble(), within(1e-5));
        }
    }

    /** The probability of a single printed output is below one because other outputs are ranked as well. */
    @Test
    void probabilitiesSumOverAllRankedOutputs() {
        String[] call = {"transduce", "--run", run, "--x", "ab", "--threshold", "0", "--json", "--nbest"};
        assertThat(run(with(call, "10"))).isZero();
        List<JsonNode> ten = outputs(out);
        assertThat(ten).hasSize(10);
        assertThat(ten.stream()
                        .mapToDouble(each -> each.get("probability").asDouble())
                        .sum())
                .isCloseTo(1, within(1e-9));
        assertThat(run(with(call, "1"))).isZero();
        assertThat(outputs(out)).containsExactly(ten.get(0));
        assertThat(run(with(call, "1", "--candidates", "1"))).isZero();
        assertThat(outputs(out).get(0).get("probability").asDouble()).isEqualTo(1);
    }

    private static String[] with(String[] call, String... more) {
        return Stream.of(call, more).flatMap(Arrays::stream).toArray(String[]::new);
    }

    @Test
    void unknownSymbolsAreCopied() throws IOException {
        String[] call = {"transduce", "--run", run, "--unknown", "copy", "--json", "--inputs"};
        Path inputs = Files.writeString(folder.resolve("inputs.txt"), "ab-b\n12\nab\nb\ná b\n");
        assertThat(run(with(call, inputs.toString()))).as(err).isZero();
        List<List<JsonNode>> found =
                out.lines().map(TransduceCommandsTest::outputs).toList();
        assertThat(err)
                .contains(inputs + ":1: the machine reads no '-'; it is copied\n")
                .contains(inputs + ":5: the machine reads no 'á'; the nearest symbol is 'a'; it is copied\n")
                .doesNotContain("skipped");
        assertThat(found.get(1)).hasSize(1);
        assertThat(found.get(1).get(0).get("y").asString()).isEqualTo("12");
        assertThat(found.get(1).get(0).get("probability").asDouble()).isEqualTo(1);
        assertThat(found.get(4))
                .allSatisfy(each -> assertThat(each.get("y").asString()).startsWith("á "));
        // The best output of the input is joined from the best outputs of its parts.
        for (String key : List.of("y", "marks")) {
            assertThat(found.get(0).get(0).get(key).asString())
                    .isEqualTo(found.get(2).get(0).get(key).asString()
                            + (key.equals("y") ? "-" : " ")
                            + found.get(3).get(0).get(key).asString());
        }
        assertThat(found.get(0).get(0).get("logP").asDouble())
                .isCloseTo(
                        found.get(2).get(0).get("logP").asDouble()
                                + found.get(3).get(0).get("logP").asDouble(),
                        within(0.2));
        assertThat(found.get(0).stream().map(each -> -each.get("logP").asDouble()))
                .hasSize(5)
                .isSorted();

        Path pairs = Files.writeString(folder.resolve("pairs.tsv"), "12\t12\nab\tc\n");
        assertThat(evaluate(pairs, "--unknown", "copy", "--json")).as(err).isZero();
        assertThat(err).contains("1 of 2 inputs has symbols that the machine does not read, which are copied");
        assertThat(json(out).get("accuracy").get("value").doubleValue()).isGreaterThanOrEqualTo(0.5);
        for (String command : List.of("align", "score", "rerank", "evaluate")) {
            assertThat(run(command, "--run", run, "--pairs", pairs.toString(), "--unknown", "copy"))
                    .isEqualTo(2);
            assertThat(err)
                    .contains("--unknown copy is for outputs that are looked for (transduce, evaluate --transduce); "
                            + "give --unknown skip or --unknown fail; see: ");
        }
    }

    @Test
    void badLinesOfAFileOfInputsAreReported() throws IOException {
        Path inputs = Files.writeString(folder.resolve("inputs.txt"), "ab\tignored\n\ná\nbxa\nb\n");
        assertThat(run("transduce", "--run", run, "--inputs", inputs.toString(), "--nbest", "2"))
                .as(err)
                .isZero();
        List<List<String>> rows =
                out.lines().map(line -> List.of(line.split("\t", -1))).toList();
        assertThat(rows.stream().map(row -> row.get(0))).containsExactly("ab", "ab", "b", "b");
        assertThat(rows).allSatisfy(row -> assertThat(row).hasSize(5));
        assertThat(err)
                .contains(inputs + ":3: the machine reads no 'á'; the nearest symbol is 'a'")
                .contains(inputs + ":4: the machine reads no 'x'\n")
                .contains(inputs + ": 2 of 4 lines are skipped");
        assertThat(run("transduce", "--run", run, "--x", "xyz")).isEqualTo(1);
        assertThat(err).contains("nothing of the input can be used");
    }

    @Test
    void rerankGivesTheNumbersOfTransduce() throws IOException {
        assertThat(run("transduce", "--run", run, "--x", "ba", "--nbest", "3", "--max-output", "3", "--json"))
                .isZero();
        List<JsonNode> found = outputs(out);
        StringBuilder lines = new StringBuilder("ba");
        for (int k = 2; k > 0; k--) {
            lines.append('\t').append(found.get(k).get("y").asString());
        }
        lines.append("\nba\t").append(found.get(0).get("y").asString()).append("\tqc\nab\n");
        Path hypotheses = Files.writeString(folder.resolve("hypotheses.tsv"), lines);
        assertThat(run("rerank", "--run", run, "--pairs", hypotheses.toString(), "--json"))
                .as(err)
                .isZero();
        assertThat(out).hasLineCount(2);
        assertThat(outputs(out.lines().toList().get(1))).isEmpty();
        assertThat(err)
                .contains(hypotheses + ":1: the machine writes no 'q'; this output is skipped")
                .contains(hypotheses + ":3: found one column, expected x<TAB>y1<TAB>y2…");
        List<JsonNode> ranked = outputs(out.lines().toList().get(0));
        Path none = Files.writeString(folder.resolve("none.tsv"), "ab\n");
        assertThat(run("rerank", "--run", run, "--pairs", none.toString())).isEqualTo(1);
        assertThat(err)
                .endsWith("espalier: " + none + " has no output that can be ranked; lines are x<TAB>y1<TAB>y2…\n");
        assertThat(ranked).hasSize(3);
        for (int k = 0; k < 3; k++) {
            assertThat(ranked.get(k).get("y")).isEqualTo(found.get(k).get("y"));
            assertThat(ranked.get(k).get("logP").asDouble())
                    .isCloseTo(found.get(k).get("logP").asDouble(), within(1e-5));
        }
    }

    /** Outputs that are sampled have the value of score, or at least what the search has found. */
    @Test
    void rankingIsRefined() throws IOException {
        String[] drawing = {"--samples", "32", "--refine", "1", "--json"};
        Path hypotheses = Files.writeString(folder.resolve("hypotheses.tsv"), "abab\tcdc\tcdcd\tc\n");
        assertThat(run(with(new String[] {"rerank", "--run", run, "--pairs", hypotheses.toString()}, drawing)))
                .as(err)
                .isZero();
        List<JsonNode> ranked = outputs(out);
        assertThat(ranked.stream().filter(each -> each.get("exact").asBoolean()))
                .as("few paths are enumerated")
                .hasSize(1);
        for (JsonNode each : ranked) {
            if (!each.get("exact").asBoolean()) {
                JsonNode refined = scored("abab", each, drawing);
                assertThat(each.get("logP").asDouble())
                        .isCloseTo(refined.get("logP").asDouble(), within(1e-5));
                assertThat(scored("abab", each, "--samples", "32", "--json")).isNotEqualTo(refined);
            }
        }
        String x = "ab".repeat(20); // even a single output symbol has more alignments than samples
        Path inputs = Files.writeString(folder.resolve("inputs.txt"), x + "\nbab\n");
        String[] search = {"--beam", "8", "--nbest", "3", "--candidates", "3"};
        assertThat(run(with(
                        new String[] {"transduce", "--run", run, "--inputs", inputs.toString()},
                        with(search, drawing))))
                .as(err)
                .isZero();
        String found = out;
        List<JsonNode> sampled = outputs(found.lines().findFirst().orElseThrow()).stream()
                .filter(each -> !each.get("exact").asBoolean())
                .toList();
        assertThat(sampled).isNotEmpty();
        for (JsonNode each : sampled) {
            JsonNode refined = scored(x, each, drawing);
            assertThat(each.get("logP").asDouble())
                    .isGreaterThan(refined.get("logP").asDouble() - 1e-5);
            assertThat(each.get("standardError").asDouble())
                    .isCloseTo(refined.get("standardError").asDouble(), within(1e-5));
        }
        Path pairs = Files.writeString(folder.resolve("pairs.tsv"), x + "\tcd\nbab\td\n");
        Path written = folder.resolve("outputs.jsonl");
        assertThat(evaluate(pairs, with(with(search, drawing), "--outputs", written.toString())))
                .as(err)
                .isZero();
        assertThat(Files.readString(written).replaceAll("\"references\":\\[[^]]*],", ""))
                .isEqualTo(found);
        assertThat(Files.readString(written)).contains("\"references\":[\"cd\"]");
        assertThat(json(out).get("refine").asInt()).isEqualTo(1);
    }

    private JsonNode scored(String x, JsonNode output, String... drawing) {
        assertThat(run(with(
                        new String[] {
                            "score",
                            "--run",
                            run,
                            "--x",
                            x,
                            "--y",
                            output.get("y").asString()
                        },
                        drawing)))
                .as(err)
                .isZero();
        return json(out);
    }

    @Test
    void wrongRefinementIsRefusedInOneLine() throws IOException {
        Path hypotheses = Files.writeString(folder.resolve("hypotheses.tsv"), "ab\tc\n");
        for (String[] call : new String[][] {
            {"transduce", "--run", run, "--x", "ab"}, {"rerank", "--run", run, "--pairs", hypotheses.toString()}
        }) {
            assertThat(run(with(call, "--samples", "32", "--refine", "2"))).isEqualTo(2);
            assertThat(err)
                    .isEqualTo(
                            "espalier: refinement in 2 rounds needs at least 48 samples, 16 per round and 16 from the "
                                    + "sampler; got 32; draw more samples, or refine in fewer rounds (--samples, --refine); see: "
                                    + "espalier " + call[0] + " --help\n");
        }
    }

    @Test
    void evaluateTransduceReportsErrorRates() throws IOException {
        // Inputs with several correct outputs on different lines, and one with an unknown symbol.
        Path pairs = Files.writeString(folder.resolve("pairs.tsv"), "ab\tc\na\tcd\nxb\tc\nab\tQ\nb\td\na\td\n");
        Path inputs = Files.writeString(folder.resolve("inputs.txt"), "ab\na\nb\n");
        Path written = folder.resolve("outputs.tsv");
        assertThat(run("transduce", "--run", run, "--inputs", inputs.toString(), "--nbest", "3"))
                .isZero();
        String found = out;
        assertThat(evaluate(pairs, "--nbest", "3", "--outputs", written.toString(), "--json"))
                .as(err)
                .isZero();
        assertThat(err).contains("1 of 4 inputs has symbols that the machine does not read, and counts as wrong");
        Map<String, List<String>> right = Map.of("ab", List.of("c", "Q"), "a", List.of("cd", "d"), "b", List.of("d"));
        double ranks = 0;
        double correct = 0;
        for (Map.Entry<String, List<String>> input : right.entrySet()) {
            List<String> outputs = found.lines()
                    .filter(line -> line.startsWith(input.getKey() + "\t"))
                    .map(line -> line.split("\t", -1)[1])
                    .toList();
            int rank = (int) outputs.stream()
                    .takeWhile(y -> !input.getValue().contains(y))
                    .count();
            ranks += rank < outputs.size() ? 1.0 / (rank + 1) : 0;
            correct += rank == 0 ? 1 : 0;
        }
        JsonNode judged = json(out);
        assertThat(judged.get("inputs").intValue()).isEqualTo(4);
        assertThat(judged.get("accuracy").get("value").doubleValue()).isEqualTo(correct / 4);
        assertThat(judged.get("wordErrorRate").get("value").doubleValue()).isEqualTo(1 - correct / 4);
        assertThat(judged.get("meanReciprocalRank").get("value").doubleValue()).isCloseTo(ranks / 4, within(1e-12));
        assertThat(judged.get("partialKl").has("standardError")).isTrue();
        assertThat(Files.readString(written)
                        .lines()
                        .flatMap(line -> outputs(line).stream())
                        .map(output -> output.get("y").asString()))
                .containsExactlyElementsOf(
                        found.lines().map(line -> line.split("\t", -1)[1]).toList());
    }

    @Test
    void runAndBaselinePrintTheSameRows() throws IOException {
        Path pairs = Files.writeString(folder.resolve("pairs.tsv"), "ab\tc\na\tcd\n");
        String train = shared.resolve("pairs.tsv").toString();
        assertThat(run("baseline", "--train", train, "--test", pairs.toString(), "--chars"))
                .as(err)
                .isZero();
        List<String> rows =
                out.lines().map(line -> line.replaceAll("\\d\\.\\d+", "N")).toList();
        assertThat(evaluate(pairs)).as(err).isZero();
        assertThat(out.lines().map(line -> line.replaceAll("\\d\\.\\d+", "N")).toList())
                .startsWith(rows.toArray(String[]::new))
                .hasSize(9 + 1 + 5 + rows.size()); // a baseline has no probabilities that could be calibrated
        assertThat(run("baseline", "--train", train, "--test", pairs.toString(), "--chars", "--json"))
                .isZero();
        JsonNode ofBaseline = json(out);
        assertThat(evaluate(pairs, "--json")).isZero();
        JsonNode ofRun = json(out);
        for (String key : List.of("accuracy", "wordErrorRate", "characterErrorRate", "meanReciprocalRank")) {
            assertThat(ofRun.get(key).propertyNames())
                    .containsExactlyElementsOf(ofBaseline.get(key).propertyNames());
        }
        assertThat(ofRun.get("inputs")).isEqualTo(ofBaseline.get("inputs"));
        assertThat(ofRun.get("file")).isEqualTo(ofBaseline.get("file"));
    }

    @Test
    void validationPairsAreTransduced() {
        assertThat(run("evaluate", "--run", run, "--transduce", "--nbest", "1"))
                .as(err)
                .isZero();
        assertThat(out).contains("1 input of " + shared.resolve("pairs.tsv") + ", validation part");
    }

    @Test
    void optionsOfTransductionNeedTransduce() {
        for (String option : List.of("--nbest", "--beam", "--max-output", "--candidates", "--outputs")) {
            assertThat(run("evaluate", "--run", run, option, "3")).isEqualTo(2);
            assertThat(err).contains(option + " is about the outputs that are found; give --transduce too; see: ");
        }
    }

    private int evaluate(Path pairs, String... more) {
        List<String> call =
                new ArrayList<>(List.of("evaluate", "--run", run, "--pairs", pairs.toString(), "--transduce"));
        call.addAll(List.of(more));
        return run(call.toArray(String[]::new));
    }

    @Test
    void inputsMustBeNamedOnce() {
        assertThat(run("transduce", "--run", run)).isEqualTo(2);
        assertThat(err).contains("inputs are missing; give --inputs FILE or --x");
        assertThat(run("transduce", "--run", run, "--x", "a", "--inputs", "f")).isEqualTo(2);
        assertThat(err).contains("--inputs cannot be combined with --x; give one or the other");
    }

    @Test
    void boundThatMayHideABetterOutputIsReported() {
        assertThat(run("transduce", "--run", run, "--x", "abab", "--nbest", "1", "--max-output", "1"))
                .isZero();
        assertThat(err)
                .contains(
                        "the input: a better output may be longer than the search allows; raise the bound on its symbols (--max-output)");
    }

    /** Returns the weight of each string that an acceptor without cycles accepts. */
    private static Map<String, Double> strings(VectorFst fst) {
        Map<String, Double> found = new HashMap<>();
        collect(fst, fst.start(), "", 0, found);
        return found;
    }

    private static void collect(VectorFst fst, int state, String prefix, double weight, Map<String, Double> into) {
        if (fst.isFinal(state)) {
            assertThat(into.put(prefix, weight + fst.finalWeight(state))).isNull();
        }
        for (int a = fst.firstArc(state); a < fst.endArc(state); a++) {
            assertThat(fst.outputLabel(a)).isEqualTo(fst.inputLabel(a));
            String symbol =
                    fst.inputSymbols().orElseThrow().symbol(fst.inputLabel(a)).orElseThrow();
            collect(fst, fst.target(a), prefix + symbol, weight + fst.weight(a), into);
        }
    }

    private static void assertOutputs(VectorFst lattice, List<JsonNode> outputs) {
        assertThat(lattice.isAcceptor()).isTrue();
        Map<String, Double> strings = strings(lattice);
        assertThat(strings.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        outputs.stream().map(each -> each.get("y").asString()).toList());
        for (JsonNode each : outputs) {
            assertThat(Math.exp(-strings.getOrDefault(each.get("y").asString(), Double.NaN)))
                    .isCloseTo(each.get("probability").asDouble(), within(1e-6));
        }
    }

    @Test
    void latticeOfAnInputHasItsOutputs() {
        Path binary = folder.resolve("ab.fst");
        String[] call = {
            "transduce", "--run", run, "--x", "ab", "--threshold", "0", "--nbest", "6", "--json", "--lattice"
        };
        assertThat(run(with(call, binary.toString()))).as(err).isZero();
        assertThat(err).endsWith("wrote " + binary + "\n");
        List<JsonNode> outputs = outputs(out);
        assertThat(outputs).hasSize(6);
        assertOutputs(OpenFstBinary.read(binary), outputs);

        Path text = folder.resolve("ab.att");
        assertThat(run(with(call, text.toString()))).as(err).isZero();
        SymbolTable symbols = OpenFstText.readSymbols(folder.resolve("ab.att.isyms"));
        assertOutputs(OpenFstText.read(text, OpenFstText.Form.ACCEPTOR, symbols, symbols), outputs);
    }

    @Test
    void latticesOfAFileAreNamedByLines() throws IOException {
        Path inputs = Files.writeString(folder.resolve("inputs.txt"), "ab\n\nbx\nb\na-b\n");
        Path lattices = folder.resolve("lattices");
        String[] call = {
            "transduce", "--run", run, "--inputs", inputs.toString(), "--json", "--lattice", lattices.toString()
        };
        assertThat(run(call)).as(err).isZero();
        assertThat(err).endsWith("wrote 2 lattices to " + lattices + "\n");
        List<String> lines = out.lines().toList();
        assertThat(lattices.toFile().list()).containsExactlyInAnyOrder("1.fst", "4.fst");
        assertOutputs(OpenFstBinary.read(lattices.resolve("1.fst")), outputs(lines.get(0)));
        assertOutputs(OpenFstBinary.read(lattices.resolve("4.fst")), outputs(lines.get(1)));

        assertThat(run(call)).isEqualTo(1);
        assertThat(out).isEmpty();
        assertThat(err)
                .isEqualTo("espalier: the folder " + lattices
                        + " is not empty; remove it, or name another for the lattices\n");

        Path copies = Files.createDirectory(folder.resolve("copies"));
        call[call.length - 1] = copies.toString();
        assertThat(run(with(call, "--unknown", "copy"))).as(err).isZero();
        assertThat(copies.toFile().list()).containsExactlyInAnyOrder("1.fst", "3.fst", "4.fst", "5.fst");
        VectorFst copied = OpenFstBinary.read(copies.resolve("5.fst"));
        assertOutputs(copied, outputs(out.lines().toList().get(3)));
        SymbolTable known =
                OpenFstBinary.read(copies.resolve("1.fst")).inputSymbols().orElseThrow();
        assertThat(copied.inputSymbols().orElseThrow().symbols())
                .as("the machine's symbols have the same labels in each file")
                .containsAllEntriesOf(known.symbols())
                .containsEntry((long) known.size(), "-");
    }

    @Test
    void targetsOfLatticesThatCannotBeWrittenAreRefused() throws IOException {
        Path other = folder.resolve("ab.txt");
        assertThat(run("transduce", "--run", run, "--x", "ab", "--lattice", other.toString()))
                .isEqualTo(1);
        assertThat(out).isEmpty();
        assertThat(err)
                .isEqualTo(
                        "espalier: '" + other + "' does not end like a file of OpenFst, which is .fst for its binary "
                                + "form or .att for its text; rename it\n");
        assertThat(other).doesNotExist();

        Path inputs = Files.writeString(folder.resolve("inputs.txt"), "ab\n");
        assertThat(run("transduce", "--run", run, "--inputs", inputs.toString(), "--lattice", inputs.toString()))
                .isEqualTo(1);
        assertThat(out).isEmpty();
        assertThat(err).isEqualTo("espalier: cannot write " + inputs + ": what should be a folder is a file\n");
        assertThat(Files.readString(inputs)).isEqualTo("ab\n");

        Path missing = folder.resolve("missing").resolve("ab.fst");
        assertThat(run("transduce", "--run", run, "--x", "ab", "--lattice", missing.toString()))
                .isEqualTo(1);
        assertThat(err)
                .endsWith("espalier: cannot write " + missing + ": its folder does not exist; create it first\n");
    }
}
