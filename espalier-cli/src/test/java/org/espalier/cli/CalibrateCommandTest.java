package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.model.search.SearchSettings;
import org.espalier.run.Transducer;
import org.espalier.run.Transduction;
import org.espalier.run.folder.RunFolder;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Calibration of tiny runs, and its use by the commands and by programs. */
@Tag("slow")
class CalibrateCommandTest extends CommandTestBase {
    private static final String TRAINING =
            "training: {batch: 8, samples: 4, iwaeSamples: 4, steps: 40, evaluateEvery: 20, checkpointEvery: 20}\n";

    @TempDir
    private static Path shared;

    @TempDir
    private Path folder;

    private static String conditional = "";
    private static String joint = "";
    private static String config = "";

    @BeforeAll
    static void train() throws IOException {
        Files.writeString(shared.resolve("pairs.tsv"), pairs(100));
        Files.writeString(shared.resolve("test.tsv"), pairs(30));
        config = configuration(shared, "validShare: 0.25\n");
        conditional = train(shared.resolve("conditional"), "scorer.given=input");
        joint = train(shared.resolve("joint"), "scorer.given=nothing");
    }

    /** Returns pairs of different inputs; an output has one letter for one, and every third output is not as the others. */
    private static String pairs(int count) {
        StringBuilder lines = new StringBuilder();
        for (int k = 0; k < count; k++) {
            String x =
                    Integer.toBinaryString(k + 2).substring(1).replace('0', 'a').replace('1', 'b');
            String y = k % 3 == 0 ? "c".repeat(x.length()) : x.replace('a', 'c').replace('b', 'd');
            lines.append(x).append('\t').append(y).append('\n');
        }
        return lines.toString();
    }

    private static String configuration(Path folder, String more) throws IOException {
        return Files.writeString(folder.resolve("run.yaml"), """
                        machine: builtin:edit
                        train: pairs.tsv
                        test: test.tsv
                        tokens: chars
                        threads: 1
                        scorer: {dimension: 8, layers: 1}
                        sampler: {dimension: 8}
                        """ + more + TRAINING)
                .toString();
    }

    private static String train(Path out, String... settings) {
        CalibrateCommandTest training = new CalibrateCommandTest();
        List<String> call = new ArrayList<>(List.of("train", "--config", config, "--out", out.toString()));
        for (String setting : settings) {
            call.addAll(List.of("--set", setting));
        }
        assertThat(training.run(call.toArray(String[]::new))).as(training.err).isZero();
        return out.toString();
    }

    /** Copies a run without its calibration. */
    private Path copy(String run) throws IOException {
        Path from = Path.of(run);
        Path to = folder.resolve("copy");
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file :
                    files.filter(each -> !each.endsWith("calibration.json")).toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
        return to;
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }

    /** Returns the answer of a command as JSON. */
    private JsonNode answer(String... call) {
        String[] withJson =
                Stream.concat(Arrays.stream(call), Stream.of("--json")).toArray(String[]::new);
        assertThat(run(withJson)).as(err).isZero();
        return json(out);
    }

    private static double[] numbers(JsonNode answer, String key) {
        return answer.get("outputs")
                .valueStream()
                .mapToDouble(output -> output.get(key).asDouble())
                .toArray();
    }

    /** Computes p^(1/T) of each output, divided by the sum of this over the outputs and, if there is one, the rest. */
    private static double[] tempered(double[] logP, double temperature, boolean hasRest) {
        double[] powers = Arrays.stream(logP)
                .map(each -> Math.pow(Math.exp(each), 1 / temperature))
                .toArray();
        double rest = hasRest ? 1 - Arrays.stream(logP).map(Math::exp).sum() : 0;
        double total = Arrays.stream(powers).sum() + Math.pow(rest, 1 / temperature);
        return Arrays.stream(powers).map(power -> power / total).toArray();
    }

    private void requireCalibrated(String of, boolean isConditional) throws IOException {
        String run = copy(of).toString();
        String[] transduce = {"transduce", "--run", run, "--x", "abba", "--nbest", "10", "--threshold", "0"};
        String[] evaluate = {"evaluate", "--run", run, "--transduce"};
        JsonNode before = answer(transduce);
        JsonNode measuredBefore = answer(evaluate);
        answer("calibrate", "--run", run);
        // The temperature that was fitted may be near one, and would then hardly be seen.
        double temperature = 1.7;
        Path file = Path.of(run, "calibration.json");
        Files.writeString(file, Files.readString(file).replaceFirst("(\"temperature\" : )[^,]+", "$1" + temperature));

        JsonNode after = answer(transduce);
        double[] logP = numbers(after, "logP");
        assertThat(logP).isEqualTo(numbers(before, "logP")).hasSize(10);
        assertThat(numbers(before, "probability")).containsExactly(tempered(logP, 1, false), within(1e-9));
        double[] expected = tempered(logP, temperature, isConditional);
        assertThat(numbers(after, "probability")).containsExactly(expected, within(1e-9));

        Transducer.Options options = Transducer.Options.DEFAULT.withSearch(
                SearchSettings.DEFAULT.withNBest(10).withThreshold(0));
        try (Transducer transducer = Transducer.open(Path.of(run)).with(options)) {
            assertThat(transducer.transduce("abba").outputs().stream()
                            .map(Transduction::probability)
                            .mapToDouble(each -> each.value())
                            .toArray())
                    .containsExactly(expected, within(1e-9));
        }

        Path given = Files.writeString(folder.resolve("given.tsv"), "abba\tcddc\tcccc\n");
        JsonNode ranked = answer("rerank", "--run", run, "--pairs", given.toString());
        assertThat(numbers(ranked, "probability"))
                .containsExactly(tempered(numbers(ranked, "logP"), temperature, false), within(1e-9));

        JsonNode measured = answer(evaluate);
        assertThat(measured.get("temperature").asDouble()).isEqualTo(temperature);
        assertThat(measured.get("accuracy")).isEqualTo(measuredBefore.get("accuracy"));
        assertThat(measured.get("beforeCalibration").get("logLoss").get("value").asDouble())
                .isCloseTo(measuredBefore.get("logLoss").get("value").asDouble(), within(1e-9));
        assertThat(measured.get("logLoss").get("value").asDouble())
                .isNotCloseTo(measuredBefore.get("logLoss").get("value").asDouble(), within(1e-6));
    }

    @Test
    void probabilitiesOfAConditionalRunAreThoseAtItsTemperature() throws IOException {
        requireCalibrated(conditional, true);
    }

    @Test
    void probabilitiesOfAJointRunAreThoseAtItsTemperature() throws IOException {
        requireCalibrated(joint, false);
    }

    private Path wordList(String... words) throws IOException {
        return Files.writeString(folder.resolve("words.txt"), String.join("\n", words) + "\n");
    }

    /** Computes p^(1/T) of each output, times e^b if it is listed, divided by the sum of this over the outputs and the rest. */
    private static double[] withBonus(
            JsonNode found, double temperature, double bonus, List<String> listed, boolean hasRest) {
        double[] logP = numbers(found, "logP");
        double[] powers = new double[logP.length];
        for (int k = 0; k < powers.length; k++) {
            String y = found.get("outputs").get(k).get("y").asString();
            powers[k] = Math.exp(logP[k] / temperature + (listed.contains(y) ? bonus : 0));
        }
        double rest = hasRest ? 1 - Arrays.stream(logP).map(Math::exp).sum() : 0;
        double total = Arrays.stream(powers).sum() + Math.pow(rest, 1 / temperature);
        return Arrays.stream(powers).map(power -> power / total).toArray();
    }

    /** Calibrates a run, but not by a fit, which may change little. */
    private void calibrate(String run, double temperature, double bonus, List<String> words) throws IOException {
        answer("calibrate", "--run", run);
        Path file = Path.of(run, "calibration.json");
        ObjectNode content = (ObjectNode) json(Files.readString(file));
        content.put("temperature", temperature).put("wordBonus", bonus);
        words.forEach(content.putArray("words")::add);
        Files.writeString(file, content.toString());
    }

    private static List<String> outputs(JsonNode found) {
        return found.get("outputs")
                .valueStream()
                .map(output -> output.get("y").asString())
                .toList();
    }

    @Test
    void listedWordsArePreferredByAllCommands() throws IOException {
        String run = copy(conditional).toString();
        String[] transduce = {"transduce", "--run", run, "--x", "abba", "--nbest", "10", "--threshold", "0"};
        List<String> found = outputs(answer(transduce));
        List<String> listed = List.of(found.get(3), found.get(8));
        calibrate(run, 1.5, 4, listed);

        JsonNode after = answer(transduce);
        assertThat(outputs(after)).containsExactlyInAnyOrderElementsOf(found).startsWith(found.get(3));
        double[] expected = withBonus(after, 1.5, 4, listed, true);
        assertThat(numbers(after, "probability")).containsExactly(expected, within(1e-9));
        assertThat(expected).isSortedAccordingTo((a, b) -> Double.compare(b, a));

        Transducer.Options options = Transducer.Options.DEFAULT.withSearch(
                SearchSettings.DEFAULT.withNBest(10).withThreshold(0));
        try (Transducer transducer = Transducer.open(Path.of(run)).with(options)) {
            assertThat(transducer.transduce("abba").outputs().stream()
                            .map(Transduction::output)
                            .toList())
                    .isEqualTo(outputs(after));
        }
        Path given =
                Files.writeString(folder.resolve("given.tsv"), "abba\t" + found.get(0) + "\t" + found.get(3) + "\n");
        JsonNode ranked = answer("rerank", "--run", run, "--pairs", given.toString());
        assertThat(outputs(ranked)).containsExactly(found.get(3), found.get(0));
        assertThat(numbers(ranked, "probability"))
                .containsExactly(withBonus(ranked, 1.5, 4, listed, false), within(1e-9));
        assertThat(answer("evaluate", "--run", run, "--transduce")
                        .get("wordBonus")
                        .asDouble())
                .isEqualTo(4);
    }

    /** A list of words may put another output first, which is not the one that the run without calibration gives. */
    @Test
    void metricsBeforeCalibrationAreThoseOfTheRunWithoutIt() throws IOException {
        String run = copy(conditional).toString();
        String[] evaluate = {"evaluate", "--run", run, "--transduce"};
        JsonNode without = answer(evaluate);
        List<String> right = pairs(100)
                .lines()
                .map(line -> line.substring(line.indexOf('\t') + 1))
                .toList();
        calibrate(run, 1.5, 8, right);

        JsonNode calibrated = answer(evaluate);
        assertThat(calibrated.get("accuracy")).isNotEqualTo(without.get("accuracy"));
        for (String metric : List.of("logLoss", "brierScore", "expectedCalibrationError")) {
            assertThat(calibrated
                            .get("beforeCalibration")
                            .get(metric)
                            .get("value")
                            .asDouble())
                    .as(metric)
                    .isCloseTo(without.get(metric).get("value").asDouble(), within(1e-9));
        }
    }

    /** A part of an input between unknown symbols is no word. */
    @Test
    void listOfWordsSaysNothingAboutParts() throws IOException {
        String run = copy(conditional).toString();
        String[] copied = {"transduce", "--run", run, "--x", "ab.ab", "--unknown", "copy", "--nbest", "10"};
        calibrate(run, 1.5, 0, List.of());
        List<String> before = outputs(answer(copied));
        calibrate(run, 1.5, 9, List.of("cc", "dd", "dc"));
        assertThat(outputs(answer(copied))).isEqualTo(before);
    }

    @Test
    void fileHasTheWordsAndWhatTheyAreWorth() throws IOException {
        Path run = copy(conditional);
        String[] right = pairs(100)
                .lines()
                .map(line -> line.substring(line.indexOf('\t') + 1))
                .toArray(String[]::new);
        String words = wordList(right).toString();
        JsonNode printed = answer("calibrate", "--run", run.toString(), "--words", words);
        JsonNode file = json(Files.readString(run.resolve("calibration.json")));
        assertThat(file.get("words").valueStream().map(JsonNode::asString))
                .containsExactlyElementsOf(new TreeSet<>(List.of(right)));
        int size = file.get("words").size();
        assertThat(printed.get("words").asInt()).isEqualTo(size);
        assertThat(file.get("wordBonus").asDouble()).isPositive();
        assertThat(file.get("wordBonus")).isEqualTo(printed.get("wordBonus"));
        assertThat(file.get("accuracyBefore")).isEqualTo(printed.get("accuracyBefore"));
        assertThat(file.get("accuracyAfter")).isEqualTo(printed.get("accuracy"));
        assertThat(printed.get("logLoss").get("value").asDouble())
                .isLessThan(printed.get("beforeCalibration")
                        .get("logLoss")
                        .get("value")
                        .asDouble());
        assertThat(run("calibrate", "--run", run.toString(), "--words", words))
                .as(err)
                .isZero();
        assertThat(out).contains(", word bonus ").contains(size + " words listed; first outputs that are right: 0.");

        String empty = Files.writeString(folder.resolve("empty.tsv"), "").toString();
        assertThat(refused(1, "calibrate", "--run", run.toString(), "--pairs", empty))
                .as("the words stay in use")
                .doesNotContain("no longer used");
        assertThat(run("calibrate", "--run", run.toString())).as(err).isZero();
        assertThat(err)
                .contains(
                        "the " + size
                                + " words that this run was calibrated with are no longer used; to keep them, give --words again");
        assertThat(json(Files.readString(run.resolve("calibration.json"))).has("words"))
                .isFalse();
    }

    /** A list of wrong outputs: the temperature is that without a list. */
    @Test
    void listThatDoesNotHelpIsNotUsed() throws IOException {
        String run = copy(conditional).toString();
        JsonNode without = answer("calibrate", "--run", run);
        String[] wrong = IntStream.range(2, 128)
                .mapToObj(k -> Integer.toBinaryString(k).substring(1))
                .map(x -> x.replace('0', 'c').replace('1', 'd'))
                .filter(word -> pairs(100).lines().noneMatch(line -> line.endsWith("\t" + word)))
                .toArray(String[]::new);
        JsonNode with =
                answer("calibrate", "--run", run, "--words", wordList(wrong).toString());
        assertThat(err)
                .contains("the list of words does not make probabilities better on these inputs, and is not used");
        assertThat(with.get("wordBonus").asDouble()).isZero();
        assertThat(with.get("temperature")).isEqualTo(without.get("temperature"));
        assertThat(json(Files.readString(Path.of(run, "calibration.json"))).has("words"))
                .isFalse();
    }

    /** Only for one input is a right output found; for the others it is not even known whether there is one. */
    @Test
    void listThatOneInputWouldDecideIsNotUsed() throws IOException {
        String run = copy(joint).toString();
        JsonNode found = answer("transduce", "--run", run, "--x", "ab", "--nbest", "10", "--threshold", "0");
        String only = outputs(found).get(1);
        StringBuilder lines = new StringBuilder("ab\t" + only + "\n");
        pairs(60)
                .lines()
                .map(line -> line.substring(0, line.indexOf('\t')))
                .filter(x -> !x.equals("ab"))
                .forEach(x ->
                        lines.append(x).append("\t").append("cd".repeat(20)).append('\n'));
        Path file = Files.writeString(folder.resolve("wrong.tsv"), lines);
        JsonNode with = answer(
                "calibrate",
                "--run",
                run,
                "--pairs",
                file.toString(),
                "--words",
                wordList(only).toString());
        assertThat(err)
                .contains("the list of words is not used: 1 input can tell what it is worth, and at least 20 must;"
                        + " calibrate with more pairs, or a longer list");
        assertThat(with.get("wordBonus").asDouble()).isZero();
    }

    /** A joint model does not know how probable it is that no output is right, and the list says it less than the temperature. */
    @Test
    void listNeverMakesProbabilitiesOfAJointRunWorse() throws IOException {
        String run = copy(joint).toString();
        String[] calibrate = {
            "calibrate", "--run", run, "--pairs", shared.resolve("pairs.tsv").toString()
        };
        JsonNode without = answer(calibrate);
        List<String> right = pairs(100)
                .lines()
                .map(line -> line.substring(line.indexOf('\t') + 1))
                .toList();
        for (int every = 1; every <= 3; every++) {
            int step = every;
            String[] some = IntStream.range(0, right.size())
                    .filter(k -> k % step == 0)
                    .mapToObj(right::get)
                    .toArray(String[]::new);
            JsonNode with = answer(Stream.concat(
                            Stream.of(calibrate),
                            Stream.of("--words", wordList(some).toString()))
                    .toArray(String[]::new));
            for (String metric : List.of("logLoss", "expectedCalibrationError")) {
                assertThat(with.get(metric).get("value").asDouble())
                        .as("%s, every %d", metric, every)
                        .isLessThanOrEqualTo(without.get(metric).get("value").asDouble());
            }
        }
    }

    @Test
    void listIsComparedWithWhatTheMachineWrites() throws IOException {
        String run = copy(conditional).toString();
        Path words = wordList("cd", "dc", "слово");
        answer("calibrate", "--run", run, "--words", words.toString());
        assertThat(err)
                .contains(words
                        + ": 1 word of 3 cannot be outputs, since the machine does not write all their symbols, such as "
                        + "'слово'");
    }

    @Test
    void filesOfTheRunAreNotReplaced() throws IOException {
        Path run = copy(conditional);
        answer("calibrate", "--run", run.toString());
        for (String name : List.of("config.yaml", "calibration.json", "metrics.jsonl")) {
            Path own = run.resolve(name);
            byte[] before = Files.readAllBytes(own);
            String message =
                    own + " is a file of the run in " + run + ", and is not replaced; name another file to write to";
            assertThat(refused(2, "calibrate", "--run", run.toString(), "--reliability", own.toString()))
                    .contains(message);
            for (String option : List.of("--outputs", "--reliability")) {
                assertThat(refused(2, "evaluate", "--run", run.toString(), "--transduce", option, own.toString()))
                        .contains(message);
            }
            assertThat(own).hasBinaryContent(before);
        }
        Path machine = run.resolve("machine.fst.txt");
        String before = Files.readString(machine);
        assertThat(refused(2, "transduce", "--run", run.toString(), "--x", "ab", "--lattice", machine.toString()))
                .contains(machine + " is a file of the run in " + run + ", and is not replaced");
        assertThat(machine).hasContent(before);
        assertThat(refused(1, "calibrate", "--run", run.toString(), "--reliability", folder.toString()))
                .isEqualTo("espalier: cannot write " + folder + ": it is a folder; name a file\n");
    }

    @Test
    void trainingPairsAreUsedWithAWarning() throws IOException {
        String run = copy(conditional).toString();
        String pairs = shared.resolve("pairs.tsv").toString();
        answer("calibrate", "--run", run, "--pairs", pairs);
        assertThat(err)
                .contains(pairs + " has the training pairs of the run, for which its probabilities are too high");
    }

    @Test
    void badListsOfWordsAreRefused() throws IOException {
        Path empty = Files.writeString(folder.resolve("empty.txt"), "\n");
        assertThat(refused(1, "calibrate", "--run", conditional, "--words", empty.toString()))
                .isEqualTo("espalier: " + empty + " has no words; a line has one word\n");
        Path foreign = wordList("слово", "ab");
        assertThat(refused(1, "calibrate", "--run", conditional, "--words", foreign.toString()))
                .isEqualTo("espalier: no word of " + foreign
                        + " has only symbols that the machine writes; give words in the"
                        + " script of the outputs, split into symbols like them\n");
        assertThat(refused(2, "calibrate", "--run", conditional, "--words", "-", "--pairs", "-"))
                .contains("--pairs - cannot be combined with --words -; name a file for one of them");
        assertThat(Path.of(conditional, "calibration.json")).doesNotExist();
        Path words = wordList("cc");
        assertThat(refused(
                        2,
                        "calibrate",
                        "--run",
                        conditional,
                        "--words",
                        words.toString(),
                        "--reliability",
                        words.toString()))
                .contains(words + " is a file that this call reads, and is not replaced");
        assertThat(words).hasContent("cc\n");
    }

    @Test
    void fileSaysWhatItWasFittedWith() throws IOException {
        Path run = copy(conditional);
        JsonNode printed = answer("calibrate", "--run", run.toString());
        JsonNode file = json(Files.readString(run.resolve("calibration.json")));
        assertThat(file.get("program").asString()).isEqualTo("espalier");
        assertThat(file.get("temperature")).isEqualTo(printed.get("temperature"));
        assertThat(file.get("inputs").asInt()).isEqualTo(25);
        assertThat(file.get("pairs").asString()).endsWith("pairs.tsv, validation part");
        assertThat(file.get("checkpoints").get(0).asString()).matches("step \\d+, [0-9a-f]+");
        assertThat(file.has("commit")).isTrue();
        for (String metric : List.of("expectedCalibrationError", "errorByChance", "brierScore", "logLoss")) {
            assertThat(file.get("after").get(metric).get("value"))
                    .isEqualTo(printed.get(metric).get("value"));
            assertThat(file.get("before").get(metric).get("value"))
                    .isEqualTo(printed.get("beforeCalibration").get(metric).get("value"));
        }
        assertThat(file.get("after").get("logLoss").get("value").asDouble())
                .isLessThan(file.get("before").get("logLoss").get("value").asDouble());
        byte[] first = Files.readAllBytes(run.resolve("calibration.json"));
        assertThat(run(
                        "calibrate",
                        "--run",
                        run.toString(),
                        "--pairs",
                        shared.resolve("test.tsv").toString()))
                .as(err)
                .isZero();
        assertThat(out).startsWith("30 inputs of ").contains("bins of equal mass; calibrated, temperature ");
        assertThat(Files.readAllBytes(run.resolve("calibration.json"))).isNotEqualTo(first);
    }

    @Test
    void diagramIsDrawn() throws IOException {
        Path run = copy(conditional);
        Path svg = folder.resolve("plot.svg");
        assertThat(run("evaluate", "--run", run.toString(), "--transduce", "--reliability", svg.toString()))
                .as(err)
                .isZero();
        assertThat(out).contains("calibration errors are over 3 bins of equal mass; not calibrated\n");
        assertThat(Files.readString(svg)).contains(">not calibrated (error 0.").doesNotContain("before calibration");
        assertThat(run("calibrate", "--run", run.toString(), "--reliability", svg.toString()))
                .as(err)
                .isZero();
        assertThat(err).contains("wrote " + svg);
        assertThat(Files.readString(svg)).contains(">before calibration (error 0.", ">calibrated, temperature ");
        assertThat(run("evaluate", "--run", run.toString(), "--transduce", "--reliability", svg.toString()))
                .isZero();
        assertThat(out).contains("error before calibration  ");
        assertThat(Files.readString(svg)).contains("test.tsv", ">before calibration (error 0.");
        assertThat(run("evaluate", "--run", run.toString(), "--reliability", svg.toString()))
                .isEqualTo(2);
        assertThat(err).contains("--reliability is about the outputs that are found; give --transduce too");
    }

    @Test
    void fileOfPairsIsNotReplaced() throws IOException {
        Path run = copy(conditional);
        String text = "ab\tcd\n";
        Path pairs = Files.writeString(folder.resolve("mine.tsv"), text);
        Path link = Files.createSymbolicLink(folder.resolve("link.tsv"), pairs);
        for (String[] options : new String[][] {
            {"evaluate", "--transduce", "--outputs", pairs.toString()},
            {"evaluate", "--transduce", "--reliability", link.toString()},
            {"calibrate", "--reliability", pairs.toString()}
        }) {
            List<String> call = new ArrayList<>(List.of(options));
            call.addAll(List.of("--run", run.toString(), "--pairs", pairs.toString()));
            assertThat(run(call.toArray(String[]::new))).as(err).isEqualTo(2);
            assertThat(err)
                    .contains("espalier: " + options[options.length - 1]
                            + " is a file that this call reads, and is not replaced; name another file to write to");
            assertThat(pairs).hasContent(text);
        }
        assertThat(link).isSymbolicLink();
    }

    @Test
    void filesOfTheConfigurationAreNotReplaced() throws IOException {
        String run = copy(conditional).toString();
        String pairs = Files.writeString(folder.resolve("mine.tsv"), "ab\tcd\n").toString();
        Path test = Files.writeString(folder.resolve("data.att"), "");
        Path settings = Path.of(run, "config.yaml");
        Files.writeString(settings, Files.readString(settings).replaceAll("(?m)^test: .*$", "test: " + test));
        for (Path named : List.of(shared.resolve("pairs.tsv"), test)) {
            String before = Files.readString(named);
            for (String[] options : new String[][] {
                {"evaluate", "--pairs", pairs, "--transduce", "--outputs", named.toString()},
                {"evaluate", "--pairs", pairs, "--transduce", "--reliability", named.toString()},
                {"calibrate", "--pairs", pairs, "--reliability", named.toString()},
                {"transduce", "--x", "ab", "--lattice", test.toString()}
            }) {
                List<String> call = new ArrayList<>(List.of(options));
                call.addAll(List.of("--run", run));
                assertThat(refused(2, call.toArray(String[]::new)))
                        .contains("espalier: " + options[options.length - 1] + " is a file that the configuration of "
                                + run + " names, and is not replaced; name another file to write to");
            }
            assertThat(named).hasContent(before);
        }
    }

    @Test
    void outputsAndDiagramNeedTwoFiles() throws IOException {
        Path file = folder.resolve("both.tsv");
        Path same = folder.resolve("../" + folder.getFileName() + "/both.tsv");
        String[] call = {
            "evaluate",
            "--run",
            conditional,
            "--transduce",
            "--outputs",
            file.toString(),
            "--reliability",
            same.toString()
        };
        String message = "espalier: --outputs and --reliability both name " + same + "; name two files; see:";
        assertThat(refused(2, call)).startsWith(message);
        assertThat(file).doesNotExist();
        Files.createSymbolicLink(file, Files.createFile(folder.resolve("target.tsv")));
        assertThat(refused(2, call)).startsWith(message);
    }

    @Test
    void otherCheckpointIsNotCalibrated() throws IOException {
        Path run = copy(conditional);
        String[] transduce = {"transduce", "--run", run.toString(), "--x", "abba", "--nbest", "10", "--threshold", "0"};
        answer("calibrate", "--run", run.toString());
        assertThat(answer(transduce).get("outputs").size()).isEqualTo(10);
        Path file = run.resolve("calibration.json");
        Files.writeString(file, Files.readString(file).replaceFirst("\"step \\d+, ", "\"step 7, "));
        JsonNode stale = answer(transduce);
        assertThat(err)
                .isEqualTo("espalier: " + file
                        + " was fitted for another checkpoint, so probabilities are not calibrated; calibrate " + run
                        + " again\n");
        assertThat(numbers(stale, "probability"))
                .containsExactly(tempered(numbers(stale, "logP"), 1, false), within(1e-9));
        answer("calibrate", "--run", run.toString());
        assertThat(run(transduce)).isZero();
        assertThat(err).isEmpty();
    }

    @Test
    void damagedOrForeignFileIsNeitherUsedNorReplaced() throws IOException {
        Path run = copy(conditional);
        Path file = run.resolve("calibration.json");
        for (String content : List.of(
                "",
                "{\"temperature\": 2",
                "{\"temperature\": 2}",
                "[]",
                "{\"program\": \"espalier\", \"temperature\": -1}",
                "{\"program\": \"espalier\", \"checkpoints\": [], \"temperature\": 1, \"wordBonus\": 1}",
                "{\"program\": \"espalier\", \"checkpoints\": [], \"temperature\": 1, \"wordBonus\": 1, \"words\": [2]}")) {
            Files.writeString(file, content);
            String reason = file + " is damaged, or not a file of Espalier; move it away, and calibrate the run again";
            JsonNode found =
                    answer("transduce", "--run", run.toString(), "--x", "abba", "--nbest", "10", "--threshold", "0");
            assertThat(err).isEqualTo("espalier: " + reason + "; until then probabilities are not calibrated\n");
            assertThat(numbers(found, "probability"))
                    .containsExactly(tempered(numbers(found, "logP"), 1, false), within(1e-9));
            assertThat(run("calibrate", "--run", run.toString())).isEqualTo(1);
            assertThat(err).endsWith("espalier: " + reason + "\n");
            assertThat(out).isEmpty();
            assertThat(file).hasContent(content);
        }
        assertThat(run("train", "--config", config, "--out", run.toString(), "--overwrite"))
                .isEqualTo(1);
        assertThat(err)
                .contains("cannot be the folder of a run: it holds 'calibration.json', which is not a file of a run");
        assertThat(file).exists();
    }

    @Test
    void overwrittenRunLosesItsCalibration() throws IOException {
        Path run = copy(conditional);
        answer("calibrate", "--run", run.toString());
        assertThat(run("train", "--config", config, "--out", run.toString(), "--overwrite"))
                .as(err)
                .isZero();
        assertThat(run.resolve("calibration.json")).doesNotExist();
    }

    private String refused(int code, String... call) {
        assertThat(run(call)).as(err).isEqualTo(code);
        assertThat(out).isEmpty();
        return err;
    }

    @Test
    void pairsThatCannotCalibrateAreRefused() throws IOException {
        Path few = Files.writeString(folder.resolve("few.tsv"), pairs(19));
        assertThat(refused(1, "calibrate", "--run", conditional, "--pairs", few.toString()))
                .isEqualTo("espalier: " + few
                        + " has 19 inputs, too few to calibrate with; give pairs with at least 20 different inputs that the"
                        + " run was not trained on\n");
        Path unknown =
                Files.writeString(folder.resolve("unknown.tsv"), pairs(40).replace('b', 'x'));
        assertThat(refused(1, "calibrate", "--run", conditional, "--pairs", unknown.toString()))
                .contains(" inputs for which outputs are found, too few to calibrate with; ");
        assertThat(refused(
                        1,
                        "calibrate",
                        "--run",
                        conditional,
                        "--pairs",
                        folder.resolve("none.tsv").toString()))
                .contains("none.tsv");
        assertThat(Path.of(conditional, "calibration.json")).doesNotExist();
    }

    @Test
    void runWithoutValidationPairsIsRefused() throws IOException {
        Files.writeString(folder.resolve("pairs.tsv"), pairs(30));
        Files.writeString(folder.resolve("test.tsv"), pairs(30));
        String own = configuration(folder, "validShare: 0\n");
        String run = folder.resolve("run").toString();
        assertThat(run("train", "--config", own, "--out", run, "--set", "training.steps=1"))
                .as(err)
                .isZero();
        assertThat(refused(1, "calibrate", "--run", run))
                .isEqualTo("espalier: " + run
                        + " has no validation pairs (validShare is 0), and its probabilities for its"
                        + " training pairs are too high; give other pairs\n");
    }

    @Test
    void runThatIsBeingTrainedIsRefused() throws IOException {
        Path run = copy(conditional);
        try (RunFolder.Lock lock = RunFolder.open(run).lock()) {
            assertThat(lock.channel().isOpen()).isTrue();
            assertThat(refused(1, "calibrate", "--run", run.toString()))
                    .isEqualTo(
                            "espalier: " + run + " is being trained in by another process; wait for it, or stop it\n");
        }
        assertThat(run.resolve("calibration.json")).doesNotExist();
    }

    @Test
    void ensembleHasACalibrationOfItsOwn() throws IOException {
        String ensemble = folder.resolve("ensemble").toString();
        String[] training = {
            "train", "--config", config, "--out", ensemble, "--seeds", "1,2", "--set", "scorer.given=input"
        };
        assertThat(run(training)).as(err).isZero();
        assertThat(refused(1, "calibrate", "--run", ensemble))
                .isEqualTo(
                        "espalier: the members of " + ensemble
                                + " were validated with different parts of their training pairs; give pairs that none was trained on\n");
        assertThat(refused(2, "calibrate", "--run", conditional, "--run", joint))
                .contains(
                        "several runs have no folder for their calibration; give one --run, which may be an ensemble");

        String[] transduce = {"transduce", "--run", ensemble, "--x", "abba", "--nbest", "10", "--threshold", "0"};
        String[] vote = {"transduce", "--run", ensemble, "--x", "abba", "--nbest", "10", "--threshold", "0", "--vote"};
        JsonNode voted = answer(vote);
        String test = shared.resolve("test.tsv").toString();
        double temperature = answer("calibrate", "--run", ensemble, "--pairs", test)
                .get("temperature")
                .asDouble();
        assertThat(Path.of(ensemble, "calibration.json")).exists();
        JsonNode found = answer(transduce);
        assertThat(numbers(found, "probability"))
                .containsExactly(tempered(numbers(found, "logP"), temperature, true), within(1e-9));
        assertThat(answer(vote)).isEqualTo(voted);

        Path member = Path.of(ensemble, "members", "1");
        try (RunFolder.Lock lock = RunFolder.open(member).lock()) {
            assertThat(lock.channel().isOpen()).isTrue();
            assertThat(refused(1, "calibrate", "--run", ensemble, "--pairs", test))
                    .isEqualTo("espalier: " + member + " is being trained; wait until it has ended, or stop it\n");
        }
        assertThat(run(Stream.concat(Arrays.stream(training), Stream.of("--overwrite"))
                        .toArray(String[]::new)))
                .as(err)
                .isZero();
        assertThat(Path.of(ensemble, "calibration.json")).doesNotExist();
    }
}
