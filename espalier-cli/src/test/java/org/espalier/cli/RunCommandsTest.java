package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Training and the commands that use a run, on a tiny run. */
@Tag("slow")
class RunCommandsTest extends CommandTestBase {
    private static final String PAIRS = "a b\tc\na\tc d\nb a b\td\na b a\tc c\nb\tc\na\td\nb b\td c\na a\tc\n";

    @TempDir
    private static Path shared;

    @TempDir
    private Path folder;

    private static String run = "";
    private static String trainingErr = "";

    private static String config(Path folder, String more) throws IOException {
        Files.writeString(folder.resolve("pairs.tsv"), PAIRS);
        return Files.writeString(folder.resolve("run.yaml"), """
                        machine: builtin:edit
                        train: pairs.tsv
                        out: run
                        threads: 1
                        validShare: 0.25
                        scorer: {dimension: 8, layers: 1}
                        sampler: {dimension: 8}
                        training:
                          batch: 2
                          samples: 4
                          iwaeSamples: 4
                          steps: 6
                          evaluateEvery: 3
                          checkpointEvery: 2
                        """ + more).toString();
    }

    @BeforeAll
    static void train() throws IOException {
        RunCommandsTest once = new RunCommandsTest();
        String config = config(shared, "");
        assertThat(once.run("train", "--config", config)).as(once.err).isZero();
        run = shared.resolve("run").toString();
        trainingErr = once.err;
        assertThat(once.out).isEmpty();
    }

    private static JsonNode json(String line) {
        return JsonMapper.shared().readTree(line);
    }

    private static List<String> lines(Path file) throws IOException {
        return Files.readAllLines(file);
    }

    @Test
    void trainingPrintsProgressAndTheNextCommands() {
        // On a slow machine lines of progress come between.
        List<String> messages = trainingErr
                .lines()
                .filter(line -> !line.matches("espalier: step \\d of 6, .* left"))
                .toList();
        assertThat(messages.get(0))
                .matches("espalier: training on 6 pairs, validating with 2; scorer \\d+ parameters, sampler \\d+");
        assertThat(messages.get(1))
                .matches("espalier: step 3, validation: partial KL .*, log-likelihood \\(IWAE\\) .*, ESS .*, .* marks "
                        + "\\(the best so far\\)");
        assertThat(messages).contains("espalier: done after step 6");
        assertThat(messages.get(messages.size() - 2)).startsWith("espalier: best validation, at step ");
        assertThat(messages.get(messages.size() - 1))
                .isEqualTo("espalier: next: espalier evaluate --run " + run + " --transduce, or espalier align --run "
                        + run + " --pairs FILE");
    }

    @Test
    void trainingWritesTheRunFolder() throws IOException {
        Path root = shared.resolve("run");
        assertThat(lines(root.resolve("config.yaml")))
                .contains("threads: 1", "  dimension: 8", "train: " + shared.resolve("pairs.tsv"));
        List<JsonNode> metrics = lines(root.resolve("metrics.jsonl")).stream()
                .map(RunCommandsTest::json)
                .toList();
        assertThat(metrics.stream().map(line -> line.get("kind").asString() + line.get("step")))
                .containsExactly("step1", "step2", "step3", "validation3", "step4", "step5", "step6", "validation6");
        assertThat(metrics.get(0).get("loss").asDouble()).isPositive();
        assertThat(root.resolve("machine.fst.txt")).isRegularFile();
        assertThat(lines(root.resolve("provenance.jsonl"))).hasSize(1);
        try (Stream<Path> files = Files.list(root)) {
            assertThat(files.filter(file -> file.getFileName().toString().startsWith("events.out.tfevents.")))
                    .hasSize(1);
        }
    }

    @Test
    void evaluateEstimatesTheExactValues() {
        String pairs = shared.resolve("pairs.tsv").toString();
        assertThat(run("evaluate", "--run", run, "--pairs", pairs, "--samples", "4096", "--exact", "--smc", "--json"))
                .as(err)
                .isZero();
        JsonNode result = json(out);
        assertThat(result.get("pairs").asInt()).isEqualTo(8);
        assertThat(result.get("exactPairs").asInt()).isEqualTo(8);
        assertThat(result.get("leftOut").asInt()).isZero();
        double exact = result.get("exactLogLikelihood").get("value").asDouble();
        double kl = result.get("exactKl").get("value").asDouble();
        assertThat(kl).isPositive();
        assertThat(result.get("logLikelihood").get("value").asDouble()).isCloseTo(exact, within(0.02));
        assertThat(result.get("smcLogLikelihood").get("value").asDouble()).isCloseTo(exact, within(0.02));
        assertThat(result.get("partialKl").get("value").asDouble()).isCloseTo(kl - exact, within(0.02));
        for (String key : List.of("iwae", "ess", "deduplicatedEss", "markLength")) {
            assertThat(result.get(key).get("standardError").isNumber()).as(key).isTrue();
        }
        assertThat(result.get("seconds").asDouble()).isPositive();
    }

    @Test
    void evaluatePrintsATable() {
        assertThat(run("evaluate", "--run", run)).isZero();
        assertThat(out)
                .contains("partial KL ", "ESS, deduplicated", "±", "seconds per pair")
                .hasLineCount(9);
    }

    @Test
    void evaluateEstimatesTheMassThatTheMachineAccepts() {
        assertThat(run("evaluate", "--run", run, "--mass", "600", "--json"))
                .as(err)
                .isZero();
        JsonNode result = json(out);
        assertThat(result.get("massDraws").asInt()).isEqualTo(600);
        double mass = result.get("acceptedMass").get("value").asDouble();
        assertThat(mass).isStrictlyBetween(0.0, 1.0);
        assertThat(result.get("acceptedMass").get("standardError").asDouble())
                .isCloseTo(Math.sqrt(mass * (1 - mass) / 600), within(0.002));
        assertThat(run("evaluate", "--run", run, "--mass", "600")).isZero();
        assertThat(out).contains(String.format(Locale.ROOT, "mass the machine accepts    %12.4f  ± ", mass));
    }

    @Test
    void trainingShowsWhatBecameOfDreams() throws IOException {
        String config = config(folder, "  dreams: 40\n  dreamSteps: 2\n");
        assertThat(run("train", "--config", config, "--json")).as(err).isZero();
        JsonNode dreams = json(out).get("dreams");
        assertThat(dreams.get("drawn").asInt()).isEqualTo(6 * 40);
        assertThat(err)
                .contains("espalier: the machine accepted "
                        + dreams.get("accepted").asInt() + " of 240 dreams, ");
        List<JsonNode> steps = lines(folder.resolve("run/metrics.jsonl")).stream()
                .map(RunCommandsTest::json)
                .filter(line -> line.get("kind").asString().equals("step"))
                .toList();
        assertThat(steps.stream().map(step -> step.get("pairs").asInt())).containsExactly(0, 0, 2, 2, 2, 2);
        assertThat(steps.stream()
                        .mapToInt(step -> step.get("dreamsAccepted").asInt())
                        .sum())
                .isPositive()
                .isEqualTo(dreams.get("accepted").asInt());
    }

    @Test
    void divergenceThatDoesNotFitTheObjectiveIsRefused() throws IOException {
        assertThat(run("train", "--config", config(folder, "  divergence: dpg_off\n")))
                .isNotZero();
        assertThat(err)
                .hasLineCount(1)
                .contains(
                        "the divergence dpg_off averages estimates of p̃(x, y) over steps, so the scorer must not change:"
                                + " set objective to sampler");
    }

    private List<JsonNode> allPaths() {
        assertThat(run("align", "--run", run, "--x", "a b", "--y", "c", "--all", "--json"))
                .as(err)
                .isZero();
        List<JsonNode> paths = new ArrayList<>();
        json(out).get("paths").forEach(paths::add);
        return paths;
    }

    /** Returns log p(x, y) by the sum over all paths. */
    private double logSumOfPaths() {
        return Math.log(allPaths().stream()
                .mapToDouble(path -> Math.exp(path.get("logP").asDouble()))
                .sum());
    }

    @Test
    void alignAllListsEveryPathOfTheLattice() {
        List<String> aligned =
                allPaths().stream().map(path -> path.get("marks").asString()).toList();
        String machine = shared.resolve("run/machine.fst.txt").toString();
        assertThat(run("lattice", "--machine", machine, "--x", "a b", "--y", "c", "--marks"))
                .isZero();
        assertThat(aligned).containsExactlyInAnyOrderElementsOf(out.lines().toList());
    }

    @Test
    void alignAllWeightsAndProbabilitiesSumToOne() {
        List<JsonNode> paths = allPaths();
        assertThat(paths.stream()
                        .mapToDouble(path -> path.get("weight").asDouble())
                        .sum())
                .isCloseTo(1, within(1e-9));
        assertThat(paths.stream()
                        .mapToDouble(path -> Math.exp(path.get("logQ").asDouble()))
                        .sum())
                .isCloseTo(1, within(1e-4));
    }

    @Test
    void scoreExactIsTheSumOverAllPaths() {
        double total = logSumOfPaths();
        assertThat(run("score", "--run", run, "--x", "a b", "--y", "c", "--exact", "--json"))
                .isZero();
        assertThat(json(out).get("logP").asDouble()).isCloseTo(total, within(1e-6));
    }

    @Test
    void scoreEstimatesTheSumOverAllPaths() {
        double total = logSumOfPaths();
        assertThat(run("score", "--run", run, "--x", "a b", "--y", "c")).isZero();
        List<String> fields = List.of(out.strip().split("\t"));
        assertThat(fields).hasSize(4).endsWith("a b", "c");
        double standardError = Double.parseDouble(fields.get(1));
        assertThat(standardError).isBetween(1e-6, 0.2);
        assertThat(Double.parseDouble(fields.get(0))).isCloseTo(total, within(4 * standardError));
    }

    @Test
    void scoreSmcEstimatesTheSumOverAllPaths() {
        double total = logSumOfPaths();
        assertThat(run("score", "--run", run, "--x", "a b", "--y", "c", "--smc", "--samples", "16", "--json"))
                .isZero();
        double standardError = json(out).get("standardError").asDouble();
        assertThat(standardError).isBetween(1e-6, 0.2);
        assertThat(json(out).get("logP").asDouble()).isCloseTo(total, within(4 * standardError));
        // By default there are enough particles for all prefixes.
        assertThat(run("score", "--run", run, "--x", "a b", "--y", "c", "--smc", "--json"))
                .isZero();
        assertThat(json(out).get("standardError").asDouble()).isZero();
        assertThat(json(out).get("logP").asDouble()).isCloseTo(total, within(1e-5));
    }

    @Test
    void refinedScoreEstimatesTheSumOverAllPaths() {
        String[] pair = {"--run", run, "--x", "a b a b a", "--y", "c d c d", "--json"};
        double exact = scored(pair, "--exact").get("logP").asDouble();
        JsonNode plain = scored(pair, "--samples", "8192");
        JsonNode refined = scored(pair, "--samples", "8192", "--refine", "3");
        assertThat(scored(pair, "--samples", "8192", "--refine", "3")).isEqualTo(refined);
        assertThat(scored(pair, "--samples", "8192", "--refine", "0")).isEqualTo(plain);
        double standardError = refined.get("standardError").asDouble();
        assertThat(standardError)
                .as("of %s, without refinement %s", refined, plain)
                .isBetween(1e-6, plain.get("standardError").asDouble());
        assertThat(refined.get("logP").asDouble()).isCloseTo(exact, within(4 * standardError));
    }

    private JsonNode scored(String[] pair, String... more) {
        assertThat(run(with(with(new String[] {"score"}, pair), more))).as(err).isZero();
        return json(out);
    }

    @Test
    void refinedEvaluationIsCloserToThePosterior() {
        String[] call = {
            "evaluate", "--run", run, "--pairs", shared.resolve("pairs.tsv").toString(), "--json"
        };
        assertThat(run(with(call, "--exact"))).as(err).isZero();
        JsonNode exact = json(out);
        assertThat(exact.has("refine")).isFalse();
        assertThat(run(with(call, "--samples", "4096", "--refine", "3")))
                .as(err)
                .isZero();
        JsonNode refined = json(out);
        assertThat(refined.get("samples").asInt()).isEqualTo(4096);
        assertThat(refined.get("refine").asInt()).isEqualTo(3);
        assertThat(refined.get("drawn").get("value").asDouble()).isBetween(1024.0, 4096.0);
        double logLikelihood = exact.get("exactLogLikelihood").get("value").asDouble();
        assertThat(refined.get("logLikelihood").get("value").asDouble()).isCloseTo(logLikelihood, within(0.02));
        assertThat(refined.get("partialKl").get("value").asDouble() + logLikelihood)
                .as("KL(q || p) of the last round")
                .isBetween(-0.01, exact.get("exactKl").get("value").asDouble() / 2);
        assertThat(run("evaluate", "--run", run, "--samples", "64", "--refine", "3"))
                .isZero();
        assertThat(out)
                .contains("strings per pair, at most             64\n", "rounds of refinement                   3\n")
                .hasLineCount(11);
    }

    private static String[] with(String[] call, String... more) {
        return Stream.of(call, more).flatMap(Stream::of).toArray(String[]::new);
    }

    @Test
    void refinedAlignmentEstimatesThePosterior() {
        Map<String, Double> exact = allPaths().stream()
                .collect(Collectors.toMap(
                        path -> path.get("marks").asString(),
                        path -> path.get("weight").asDouble()));
        assertThat(run("align", "--run", run, "--x", "a b", "--y", "c", "--samples", "2000", "--refine", "3", "--json"))
                .as(err)
                .isZero();
        double q = 0;
        double weights = 0;
        for (JsonNode path : json(out).get("paths")) {
            q += Math.exp(path.get("logQ").asDouble());
            weights += path.get("weight").asDouble();
            assertThat(path.get("weight").asDouble())
                    .isCloseTo(
                            Objects.requireNonNull(exact.get(path.get("marks").asString())), within(0.05));
        }
        assertThat(q).as("the mean of the rounds is a distribution").isBetween(0.95, 1 + 1e-6);
        assertThat(weights).isCloseTo(1, within(1e-9));
    }

    @Test
    void wrongRefinementIsRefusedInOneLine() {
        for (String command : List.of("score", "align", "evaluate")) {
            String[] call = {command, "--run", run, "--x", "a b", "--y", "c", "--samples", "8", "--refine"};
            String help = "; see: espalier " + command + " --help\n";
            assertThat(run(with(call, "8"))).isEqualTo(2);
            assertThat(err)
                    .isEqualTo(
                            "espalier: refinement in 8 rounds needs at least 144 samples, 16 per round and 16 from the "
                                    + "sampler; got 8; draw more samples, or refine in fewer rounds (--samples, --refine)"
                                    + help);
            assertThat(run(with(call, "-1"))).isEqualTo(2);
            assertThat(err)
                    .isEqualTo("espalier: the number of rounds of refinement must be at least 0; got -1 (--refine)"
                            + help);
            assertThat(run(with(call, "two"))).isEqualTo(2);
            assertThat(err)
                    .isEqualTo("espalier: invalid value for option '--refine': 'two' is not a whole number" + help);
            for (String method : command.equals("align") ? List.of("--exact") : List.of("--exact", "--smc")) {
                assertThat(run(with(call, "2", method))).isEqualTo(2);
                assertThat(err)
                        .isEqualTo("espalier: --refine is about strings drawn by importance sampling and cannot be "
                                + "combined with " + method + "; give one or the other" + help);
                assertThat(run(with(call, "0", method))).as(err).isZero();
            }
            assertThat(out).isNotEmpty();
        }
    }

    @Test
    void alignPrintsSamplesOrTheBestPath() throws IOException {
        String pairs = shared.resolve("pairs.tsv").toString();
        assertThat(run("align", "--run", run, "--pairs", pairs, "--json")).isZero();
        List<JsonNode> all = out.lines().map(RunCommandsTest::json).toList();
        assertThat(all.stream().map(pair -> pair.get("line").asInt())).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
        assertThat(run("align", "--run", run, "--pairs", pairs, "--best", "--json"))
                .isZero();
        List<JsonNode> best = out.lines().map(RunCommandsTest::json).toList();
        for (int k = 0; k < 8; k++) {
            assertThat(best.get(k).get("paths")).hasSize(1);
            assertThat(best.get(k).get("paths").get(0))
                    .isEqualTo(all.get(k).get("paths").get(0));
        }
        assertThat(run("align", "--run", run, "--pairs", pairs, "--best")).isZero();
        assertThat(out)
                .startsWith(pairs + ":1: a b -> c\n  weight     log q     log p  marks\n  ")
                .hasLineCount(8 * 6);
        String indent = " ".repeat(30);
        List<String> first = out.lines().limit(6).toList();
        assertThat(first.get(3)).matches(indent + "x  [ab_ ]+");
        assertThat(first.get(4)).matches(indent + "y  [c_ ]+");
        assertThat(first.get(5)).matches(indent + "p(  [01]\\.\\d\\d)+");
    }

    @Test
    void linkProbabilityIsTheSumOverPaths() {
        assertThat(run("align", "--run", run, "--x", "a b", "--y", "c", "--exact", "--json"))
                .as(err)
                .isZero();
        JsonNode all = json(out);
        for (JsonNode link : all.get("links")) {
            double sum = 0;
            for (JsonNode path : all.get("paths")) {
                sum += hasLink(path, link) ? path.get("weight").asDouble() : 0;
            }
            assertThat(link.get("probability").asDouble()).as(link.toString()).isCloseTo(sum, within(1e-12));
        }
        JsonNode best = all.get("paths").get(0);
        assertThat(best.get("operations").get(0).get("probability").asDouble())
                .isBetween(best.get("weight").asDouble(), 1.0);
        assertThat(all.get("links"))
                .as("a and b joined to c or to nothing, and c to nothing")
                .hasSize(5);
        assertThat(run("align", "--run", run, "--x", "a b", "--y", "c", "--best", "--all", "--format", "jsonl"))
                .isZero();
        assertThat(json(out).get("links")).isEqualTo(all.get("links"));
        assertThat(json(out).get("paths")).hasSize(1);
    }

    /** Returns whether an operation of the path has the same symbols as a link. */
    private static boolean hasLink(JsonNode path, JsonNode link) {
        int i = 0;
        int j = 0;
        for (JsonNode operation : path.get("operations")) {
            int read = operation.get("x").size();
            int written = operation.get("y").size();
            if (link.has("x") == (read == 1)
                    && link.has("y") == (written == 1)
                    && (read == 0 || link.get("x").asInt() == i)
                    && (written == 0 || link.get("y").asInt() == j)) {
                return true;
            }
            i += read;
            j += written;
        }
        return false;
    }

    @Test
    void alignWritesFormatsOfOtherTools() {
        assertThat(run("align", "--run", run, "--x", "a", "--y", "c", "--all", "--format", "m2m"))
                .as(err)
                .isZero();
        assertThat(out.lines()).containsExactlyInAnyOrder("a|\tc|", "a|_|\t_|c|", "_|a|\tc|_|");
        assertThat(run("align", "--run", run, "--x", "a", "--y", "c", "--all", "--format", "phonetisaurus"))
                .isZero();
        assertThat(out.lines()).containsExactlyInAnyOrder("a}c", "a}_ _}c", "_}c a}_");
        assertThat(run("align", "--run", run, "--x", "a", "--y", "c", "--json", "--format", "m2m"))
                .isEqualTo(2);
        assertThat(err).contains("--json means --format jsonl, but --format is m2m; give one of them");
        assertThat(run("align", "--run", run, "--x", "a", "--y", "c", "--format", "tsv"))
                .isEqualTo(2);
        assertThat(err)
                .isEqualTo(
                        "espalier: invalid value for option '--format': expected one of [TABLE, JSONL, M2M, PHONETISAURUS] "
                                + "(case-insensitive) but was 'tsv'; see: espalier align --help\n");
    }

    @Test
    void badPairsAreReportedAndSkipped() throws IOException {
        String pairs = Files.writeString(folder.resolve("bad.tsv"), "a b\tc\nno tab\na z\tc\nb\tc\n")
                .toString();
        assertThat(run("score", "--run", run, "--pairs", pairs)).isZero();
        assertThat(out).hasLineCount(2);
        assertThat(err.lines())
                .containsExactly(
                        "espalier: " + pairs
                                + ":2: found one column, expected 2 (x y), separated by tabs; mend the line, or say what the columns hold",
                        "espalier: " + pairs + ":3: the machine has no input symbol z",
                        "espalier: " + pairs + ": 2 of 4 lines are skipped");
        Files.writeString(Path.of(pairs), "z\tc\n");
        for (String command : List.of("score", "align", "evaluate")) {
            assertThat(run(command, "--run", run, "--pairs", pairs)).isEqualTo(1);
            assertThat(err.lines())
                    .containsExactly(
                            "espalier: " + pairs + ":1: the machine has no input symbol z",
                            "espalier: nothing of " + pairs + " can be used");
            assertThat(out).isEmpty();
        }
        Files.writeString(Path.of(pairs), "\n");
        assertThat(run("score", "--run", run, "--pairs", pairs)).isEqualTo(1);
        assertThat(err)
                .isEqualTo("espalier: " + pairs + ": 1 empty line is skipped\nespalier: " + pairs
                        + " has no pairs; a pair is a line x<TAB>y\n");
    }

    @Test
    void onlyTheFirstLinesWithTheSameReasonAreReported() throws IOException {
        String pairs = Files.writeString(folder.resolve("bad.tsv"), "z\tc\n".repeat(22) + "no tab\na b\tc\n")
                .toString();
        assertThat(run("score", "--run", run, "--pairs", pairs)).isZero();
        assertThat(err.lines())
                .hasSize(23)
                .contains("espalier: " + pairs + ":20: the machine has no input symbol z")
                .endsWith(
                        "espalier: " + pairs
                                + ":23: found one column, expected 2 (x y), separated by tabs; mend the line, or say what the columns hold",
                        "espalier: " + pairs + ": and 2 more: the machine has no input symbol z",
                        "espalier: " + pairs + ": 23 of 24 lines are skipped");
    }

    @Test
    void samplesAboveTheLimitAreRefused() {
        for (String command : List.of("score", "align", "evaluate")) {
            assertThat(run(command, "--run", run, "--x", "a b", "--y", "c", "--samples", "100001"))
                    .isEqualTo(2);
            assertThat(err).contains("'100001' is not a whole number from 1 to 100000");
        }
    }

    @Test
    void pairsWithTooManyPathsAreSkippedByExactCommands() {
        String pairs = shared.resolve("pairs.tsv").toString();
        assertThat(run("score", "--run", run, "--pairs", pairs, "--exact", "--max-paths", "6"))
                .isZero();
        long exact = out.lines().count();
        assertThat(exact).isEqualTo(5);
        assertThat(err).hasLineCount((int) (8 - exact)).contains(": it has more than 6 paths (--max-paths); skipped\n");
        assertThat(run("evaluate", "--run", run, "--pairs", pairs, "--exact", "--max-paths", "6", "--json"))
                .isZero();
        assertThat(json(out).get("exactPairs").asLong()).isEqualTo(exact);
        assertThat(err)
                .isEqualTo("espalier: " + (8 - exact)
                        + " of 8 pairs are not enumerated: their lattices are cyclic or have "
                        + "more than 6 paths; raise --max-paths, or use the estimates\n");
    }

    @Test
    void existingRunNeedsResumeOrOverwrite() throws IOException {
        String config = config(folder, "");
        Path root = folder.resolve("run");
        assertThat(run("train", "--config", config, "--set", "training.steps=3"))
                .as(err)
                .isZero();
        assertThat(run("train", "--config", config)).isEqualTo(1);
        assertThat(err)
                .isEqualTo("espalier: " + root + " has a run already; resume it, overwrite it, or name another "
                        + "folder (--resume, --overwrite, --out)\n");
        assertThat(run("train", "--resume", root.toString(), "--set", "training.steps=6", "--json"))
                .as(err)
                .isZero();
        assertThat(json(out).get("step").asInt()).isEqualTo(6);
        assertThat(json(out).get("ended").asString()).isEqualTo("completed");
        assertThat(lines(root.resolve("metrics.jsonl"))).isEqualTo(lines(shared.resolve("run/metrics.jsonl")));
        assertThat(lines(root.resolve("provenance.jsonl"))).hasSize(2);
        assertThat(run("train", "--config", config, "--overwrite")).as(err).isZero();
        assertThat(lines(root.resolve("metrics.jsonl"))).isEqualTo(lines(shared.resolve("run/metrics.jsonl")));
        assertThat(lines(root.resolve("provenance.jsonl"))).hasSize(1);
    }

    @Test
    void filesOfTheUserAreNotDeleted() throws IOException {
        Path words = Files.createDirectory(folder.resolve("words"));
        Path pairs = Files.writeString(words.resolve("pairs.tsv"), PAIRS);
        Path notes = Files.createDirectories(words.resolve("checkpoints/mine")).resolve("notes.txt");
        Files.writeString(notes, "mine");
        for (String more : List.of("--json", "--overwrite")) {
            assertThat(run(
                            "train",
                            "--machine",
                            "builtin:edit",
                            "--train",
                            pairs.toString(),
                            "--out",
                            words.toString(),
                            "--set",
                            "training.steps=1",
                            more))
                    .isEqualTo(1);
            assertThat(err)
                    .isEqualTo(
                            "espalier: " + words + " cannot be the folder of a run: it holds 'checkpoints', which no "
                                    + "training wrote; name a new folder\n");
        }
        assertThat(pairs).hasContent(PAIRS);
        assertThat(notes).hasContent("mine");
    }

    @Test
    void folderWithOnlyAConfigurationIsNotARun() throws IOException {
        Path pairs = Files.writeString(folder.resolve("pairs.tsv"), PAIRS);
        Path config =
                Files.writeString(folder.resolve("config.yaml"), "machine: builtin:edit\ntrain: pairs.tsv\nout: .\n");
        assertThat(run("train", "--config", config.toString(), "--overwrite")).isEqualTo(1);
        assertThat(err)
                .isEqualTo("espalier: " + folder + " cannot be the folder of a run: it holds 'config.yaml', which no "
                        + "training wrote; name a new folder\n");
        assertThat(pairs).hasContent(PAIRS);
    }

    @Test
    void filesNamedByTheConfigurationAreNotReplaced() throws IOException {
        String config = config(folder, "");
        Path root = folder.resolve("run");
        assertThat(run("train", "--config", config, "--set", "training.steps=1"))
                .as(err)
                .isZero();
        String own = root.resolve("config.yaml").toString();
        String machine = root.resolve("machine.fst.txt").toString();
        String before = Files.readString(root.resolve("config.yaml"));
        assertThat(run("train", "--config", own, "--overwrite")).isEqualTo(1);
        assertThat(err)
                .isEqualTo("espalier: " + own + ", which is the configuration, is in the folder of the run, " + root
                        + ", whose files would be replaced; move it elsewhere, or name another folder (--out)\n");
        assertThat(run("train", "--config", config, "--machine", machine, "--overwrite"))
                .isEqualTo(1);
        assertThat(err).contains(machine + ", which the configuration names as machine, is in the folder of the run, ");
        assertThat(run("train", "--config", config, "--overwrite", "--set", "scorer.from=" + root))
                .isEqualTo(1);
        assertThat(err)
                .contains(root + ", which the configuration names as scorer.from, is in the folder of the run, ");
        assertThat(root.resolve("config.yaml")).hasContent(before);
    }

    @Test
    void editedRunIsRefused() throws IOException {
        String config = config(folder, "");
        String root = folder.resolve("run").toString();
        assertThat(run("train", "--config", config, "--set", "training.steps=2", "--set", "scorer.kind=transformer"))
                .as(err)
                .isZero();
        String[][] calls = {
            {"score", "--run", root, "--x", "a", "--y", "c"},
            {"align", "--run", root, "--x", "a", "--y", "c"},
            {"transduce", "--run", root, "--x", "a"},
            {"evaluate", "--run", root, "--pairs", folder.resolve("pairs.tsv").toString()},
            {"train", "--resume", root, "--set", "training.steps=3"}
        };
        Path settings = folder.resolve("run/config.yaml");
        String before = Files.readString(settings);
        String[][] edits = {
            {"heads: 4", "heads: 2", "scorer.heads was 4 and is 2"},
            {"given: nothing", "given: input", "scorer.given was nothing and is input"}
        };
        for (String[] edit : edits) {
            Files.writeString(settings, before.replaceFirst(edit[0], edit[1]));
            for (String[] call : calls) {
                assertThat(run(call)).isEqualTo(1);
                assertThat(err).isEqualTo(otherModel(edit[2]));
            }
        }
        Files.writeString(settings, before);
        Path machine = folder.resolve("run/machine.fst.txt");
        List<String> arcs = lines(machine);
        int last = arcs.size() - 1;
        while (arcs.get(last).split("\t").length < 5) {
            last--;
        }
        String changed = Files.readString(machine).replace(arcs.get(last) + "\n", "");
        Files.writeString(machine, changed);
        for (String[] call : calls) {
            assertThat(run(call)).isEqualTo(1);
            assertThat(err.lines()).hasSize(1);
        }
        Files.write(machine, arcs);
        assertThat(run(calls[0])).as(err).isZero();
    }

    private String otherModel(String difference) {
        return "espalier: the checkpoint of step 2 in " + folder.resolve("run/checkpoints") + " is for another model: "
                + difference + "; put back what it was saved with, or train anew in another folder\n";
    }

    /** A scorer that is not masked has the same parameters as a masked one, so only the settings can tell. */
    @Test
    void editedConditionalRunIsRefused() throws IOException {
        String root = folder.resolve("run").toString();
        assertThat(run(conditional(config(folder, ""), "--set", "training.steps=2")))
                .as(err)
                .isZero();
        Path settings = folder.resolve("run/config.yaml");
        String masked = Files.readString(settings);
        String unmasked = masked.replaceFirst("masked: true", "masked: false");
        Map<String, String> edits = Map.of(
                unmasked,
                "scorer.masked was true and is false",
                unmasked.replaceFirst("given: input", "given: nothing"),
                "scorer.given was input and is nothing, scorer.masked was true and is false");
        for (Map.Entry<String, String> edit : edits.entrySet()) {
            Files.writeString(settings, edit.getKey());
            assertThat(run("score", "--run", root, "--x", "a", "--y", "c")).isEqualTo(1);
            assertThat(err).isEqualTo(otherModel(edit.getValue()));
        }
        Files.writeString(settings, masked);
        assertThat(run("score", "--run", root, "--x", "a", "--y", "c")).as(err).isZero();
    }

    /** Returns a call that trains a conditional run whose scorer is masked. */
    private static String[] conditional(String config, String... more) {
        return Stream.concat(
                        Stream.of(
                                "train",
                                "--config",
                                config,
                                "--set",
                                "scorer.given=input",
                                "--set",
                                "scorer.masked=true"),
                        Stream.of(more))
                .toArray(String[]::new);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void fullDiskIsReportedWithTheCommandToResume() throws IOException {
        String config = config(folder, "");
        Path root = folder.resolve("run");
        assertThat(run("train", "--config", config, "--set", "training.steps=2"))
                .as(err)
                .isZero();
        Path file = root.resolve("checkpoints/step-3.safetensors");
        Files.createSymbolicLink(file.resolveSibling(file.getFileName() + ".tmp"), Path.of("/dev/full"));
        String[] resume = {"train", "--resume", root.toString(), "--set", "training.steps=6"};
        assertThat(run(resume)).isEqualTo(1);
        assertThat(err)
                .endsWith(
                        "espalier: cannot write " + file + ": No space left on device; once it can be written, resume "
                                + "from the last checkpoint: espalier train --resume " + root + "\n");
        assertThat(run(resume)).as(err).isZero();
    }

    @Test
    void latestCheckpointReplacesADamagedBest() throws IOException {
        String config = config(folder, "");
        assertThat(run("train", "--config", config)).as(err).isZero();
        Path checkpoints = folder.resolve("run/checkpoints");
        long step = bestStep(checkpoints);
        Path best = checkpoints.resolve("step-" + step + ".safetensors");
        Files.write(best, new byte[100]);
        assertThat(run("score", "--run", folder.resolve("run").toString(), "--x", "a", "--y", "c"))
                .as(err)
                .isZero();
        assertThat(err)
                .contains("espalier: the best checkpoint, of step " + step + ", is damaged: " + best
                        + " has 100 bytes instead of ")
                .contains("; restore it from a copy; using the latest instead");
    }

    private static long bestStep(Path checkpoints) throws IOException {
        try (Stream<Path> files = Files.list(checkpoints)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".json")).toList()) {
                JsonNode checkpoint = json(Files.readString(file));
                if (checkpoint.get("best").asBoolean()) {
                    return checkpoint.get("step").asLong();
                }
            }
        }
        throw new AssertionError("no checkpoint of " + checkpoints + " is the best");
    }

    @Test
    void scorerIsLoadedFromAnotherRun() throws IOException {
        String config = config(folder, "  objective: sampler\n");
        assertThat(run("train", "--config", config, "--set", "scorer.from=" + run))
                .as(err)
                .isZero();
        assertThat(run("score", "--run", run, "--x", "a", "--y", "c", "--exact"))
                .isZero();
        String before = out;
        assertThat(run("score", "--run", folder.resolve("run").toString(), "--x", "a", "--y", "c", "--exact"))
                .isZero();
        assertThat(out).isEqualTo(before);
        for (String[] other : new String[][] {
            {"scorer.dimension=4", "given nothing, dimension 4"},
            {"scorer.given=input", "given input, dimension 8"}
        }) {
            assertThat(run(
                            "train",
                            "--config",
                            config,
                            "--overwrite",
                            "--set",
                            "scorer.from=" + run,
                            "--set",
                            other[0]))
                    .isEqualTo(1);
            assertThat(err.lines())
                    .containsExactly(
                            "espalier: the scorer of " + run
                                    + " has kind lstm, given nothing, dimension 8, layers 1, attention false, masked false, tied false, heads 4, maxMarks "
                                    + "1024, not kind lstm, " + other[1]
                                    + ", layers 1, attention false, masked false, tied false, heads 4, maxMarks 1024; set scorer.… as there");
        }
    }

    @Test
    void conditionalScorerIsLoadedFromAnotherRun() throws IOException {
        String config = config(folder, "  objective: sampler\n");
        String from = folder.resolve("from").toString();
        String to = folder.resolve("run").toString();
        assertThat(run(conditional(config, "--out", from, "--set", "training.objective=alternating")))
                .as(err)
                .isZero();
        assertThat(run(conditional(config, "--set", "scorer.from=" + from)))
                .as(err)
                .isZero();
        assertThat(run("score", "--run", from, "--x", "a", "--y", "c", "--exact"))
                .isZero();
        String before = out;
        assertThat(run("score", "--run", to, "--x", "a", "--y", "c", "--exact")).isZero();
        assertThat(out).isEqualTo(before);
        assertThat(run("train", "--config", config, "--overwrite", "--set", "scorer.from=" + from))
                .isEqualTo(1);
        assertThat(err)
                .startsWith("espalier: the scorer of " + from + " has kind lstm, given input, ")
                .contains(", masked true, ", ", not kind lstm, given nothing, ");
        // The marks of this machine are the same, but not its input alphabet, whose embeddings the scorer has.
        List<String> arcs = lines(folder.resolve("from/machine.fst.txt"));
        Path renamed = folder.resolve("renamed.fst.txt");
        Files.write(renamed, arcs.stream().map(RunCommandsTest::withOtherInput).toList());
        Files.writeString(folder.resolve("pairs.tsv"), PAIRS.replace("b", "z"));
        assertThat(run(conditional(
                        config, "--machine", renamed.toString(), "--overwrite", "--set", "scorer.from=" + from)))
                .isEqualTo(1);
        assertThat(err)
                .isEqualTo("espalier: the scorer of " + from
                        + " reads other inputs than the machine's; name a run of the same machine and alphabets\n");
    }

    /** Replaces the input symbol b of an arc by z. */
    private static String withOtherInput(String line) {
        String[] columns = line.split("\t", -1);
        if (columns.length == 5 && columns[2].equals("b")) {
            columns[2] = "z";
        }
        return String.join("\t", columns);
    }

    @Test
    void untrainedScorerIsReported() throws IOException {
        String config = config(folder, "  objective: sampler\n");
        assertThat(run("train", "--config", config, "--set", "training.steps=1"))
                .isZero();
        assertThat(err)
                .startsWith("espalier: the scorer is neither trained (training.objective is sampler) nor copied from a "
                        + "run (scorer.from): the sampler will learn from random numbers\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sws", "swp", "swps", "swc", "swg"})
    void cyclicLatticesAreTrainedOnAndSampled(String sampler) throws IOException {
        String config = config(folder, "");
        Files.writeString(folder.resolve("pairs.tsv"), "a\tc\na a\tc\n");
        Path machine = Files.writeString(
                folder.resolve("cyclic.fst.txt"),
                "0\t0\ta\t<eps>\tdelete\n0\t0\t<eps>\tc\tinsert\n0\t0\t<eps>\t<eps>\tidle\n0\n");
        String[] call = {
            "train",
            "--config",
            config,
            "--machine",
            machine.toString(),
            "--set",
            "sampler.kind=" + sampler,
            "--set",
            "training.steps=2",
            "--set",
            "validShare=0.5"
        };
        String[] unrolled = Stream.concat(Stream.of(call), Stream.of("--set", "lattice.maxMarks=5"))
                .toArray(String[]::new);
        assertThat(run(unrolled)).as(err).isZero();
        String[] whole =
                Stream.concat(Stream.of(call), Stream.of("--overwrite")).toArray(String[]::new);
        assertThat(run(whole)).as(err).isZero();
        assertThat(run("score", "--run", folder.resolve("run").toString(), "--x", "a", "--y", "c"))
                .as(err)
                .isZero();
        assertThat(run("score", "--run", folder.resolve("run").toString(), "--x", "a", "--y", "c", "--exact"))
                .isEqualTo(1);
        assertThat(err.lines())
                .containsExactly(
                        "espalier: the pair: its lattice is cyclic, so it has infinitely many paths; skipped",
                        "espalier: the pair: no pair has paths that can be enumerated; draw some instead");
    }

    @Test
    void shortOptionsReplaceAConfiguration() throws IOException {
        config(folder, "");
        assertThat(run(
                        "train",
                        "--machine",
                        "builtin:deletion-insertion",
                        "--train",
                        folder.resolve("pairs.tsv").toString(),
                        "--valid",
                        folder.resolve("pairs.tsv").toString(),
                        "--out",
                        folder.resolve("short").toString(),
                        "--set",
                        "training.steps=1",
                        "--set",
                        "scorer.dimension=4",
                        "--set",
                        "sampler.dimension=4",
                        "--set",
                        "sampler.kind=swp"))
                .as(err)
                .isZero();
        assertThat(err).contains("training on 8 pairs, validating with 8;");
    }

    @Test
    void trainPrintsAllSettings() {
        assertThat(run("train", "--settings")).isZero();
        assertThat(out)
                .contains(
                        "\ntraining:\n",
                        "  # batch size in pairs, over all workers (a whole number from 1 to 1048576)\n  batch: 16\n");
    }

    @Test
    void wrongCallPrintsOneLineAndEndsWith2() throws IOException {
        String config = config(folder, "");
        for (List<String> call : List.of(
                List.of(
                        "the settings of the training are missing; give --config FILE, or --machine, --train and --out, or --resume DIR",
                        "train"),
                List.of(
                        "setting training.batch=0: training.batch is '0', expected a whole number from 1 to 1048576",
                        "train",
                        "--config",
                        config,
                        "--set",
                        "training.batch=0"),
                List.of(
                        "invalid value for option '--workers': '0' is not a whole number from 1 to 2147483647",
                        "train",
                        "--config",
                        config,
                        "--workers",
                        "0"),
                List.of(
                        "--workers 3 is more than the pairs of a step, and each worker needs one: training.batch is 2; "
                                + "give at most --workers 2, or a larger training.batch",
                        "train",
                        "--config",
                        config,
                        "--workers",
                        "3"),
                List.of(
                        "--workers 3 is more than the pairs of a step, and each worker needs one: training.batch is 2; "
                                + "give at most --workers 2",
                        "train",
                        "--resume",
                        run,
                        "--workers",
                        "3"),
                List.of(
                        "--resume uses the configuration of the run; remove --config",
                        "train",
                        "--config",
                        config,
                        "--resume",
                        run),
                List.of(
                        "a resumed run keeps its seed; only threads, training.accumulate, training.epochs, training.steps, "
                                + "training.evaluateEvery, training.checkpointEvery, training.patience may change",
                        "train",
                        "--resume",
                        run,
                        "--set",
                        "seed=2"),
                List.of("pairs are missing; give --pairs FILE, or --x and --y", "align", "--run", run),
                List.of(
                        "--exact and --smc are two ways to the same number; give one",
                        "score",
                        "--run",
                        run,
                        "--x",
                        "a",
                        "--y",
                        "c",
                        "--exact",
                        "--smc"),
                List.of(
                        "--x and --y go together; --y is missing (\"\" is the empty string)",
                        "evaluate",
                        "--run",
                        run,
                        "--x",
                        "a"))) {
            assertThat(run(call.subList(1, call.size()).toArray(String[]::new))).isEqualTo(2);
            assertThat(err).isEqualTo("espalier: " + call.get(0) + "; see: espalier " + call.get(1) + " --help\n");
        }
        assertThat(folder.resolve("run")).doesNotExist();
    }

    @Test
    void badDataIsRefusedBeforeTheFolderIsCreated() throws IOException {
        String config = config(folder, "");
        Path pairs = Files.writeString(folder.resolve("pairs.tsv"), "no tab\n");
        assertThat(run("train", "--config", config)).isEqualTo(1);
        assertThat(err).endsWith("espalier: nothing of " + pairs + " can be used\n");
        Files.writeString(pairs, "a\tb\n");
        assertThat(run("train", "--config", config)).isEqualTo(1);
        assertThat(err)
                .isEqualTo(
                        "espalier: a share of 0.25 of 1 pair to validate with leaves none to train on; name a file to "
                                + "validate with (valid), or lower validShare\n");
        Files.delete(pairs);
        assertThat(run("train", "--config", config)).isEqualTo(1);
        assertThat(err).isEqualTo("espalier: cannot read " + pairs + ": no such file; check the path\n");
        assertThat(folder.resolve("run")).doesNotExist();
        assertThat(run("evaluate", "--run", folder.toString())).isEqualTo(1);
        assertThat(err).isEqualTo("espalier: " + folder + " is not the folder of a run: it has no config.yaml\n");
    }
}
