package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.espalier.fst.base.EspalierException;
import org.espalier.run.folder.TrainedRun;
import org.espalier.run.request.RequestLimits;
import org.espalier.run.request.Requests;
import org.espalier.run.result.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Requests in JSON, compared with the commands of the same names on a tiny run. */
class RequestsTest extends CommandTestBase {
    @TempDir
    private static Path folder;

    private static String path = "";
    private static TrainedRun run;
    private static Requests requests;

    @BeforeAll
    static void train() throws IOException {
        path = TinyTrainedRun.train(folder, "ab\tc\na\tcd\nbab\td\naba\tcc\nb\tc\na\td\nbb\tdc\n𐍈e\u0301\tć\n", """
                validShare: 0.25
                training: {batch: 4, samples: 4, iwaeSamples: 4, steps: 2, evaluateEvery: 2, checkpointEvery: 2}
                """);
        run = TrainedRun.open(Path.of(path), warning -> {});
        requests = new Requests(run, RequestLimits.LOCAL, 1);
    }

    @AfterAll
    static void close() {
        run.close();
    }

    private static String ask(String line) {
        return requests.answerLines(List.of(line), 1).get(0);
    }

    private static JsonNode json(String line) {
        return JsonMapper.shared().readTree(line);
    }

    /** Returns the lines that a command prints. */
    private List<String> command(String... args) {
        List<String> call = new ArrayList<>(List.of(args));
        call.addAll(1, List.of("--run", path));
        assertThat(run(call.toArray(String[]::new))).as(err).isZero();
        return out.lines().toList();
    }

    @Test
    void answersAreTheLinesOfTheCommands() throws IOException {
        String inputs =
                Files.writeString(folder.resolve("inputs"), "ab\nB\n𐍈é\n").toString();
        assertThat(requests.answerLines(
                        List.of(
                                "{\"transduce\":{\"x\":\"ab\",\"nbest\":2}}",
                                "{\"transduce\":{\"x\":\"B\",\"nbest\":2}}",
                                "{\"transduce\":{\"x\":\"𐍈e\u0301\",\"nbest\":2}}"),
                        1))
                .isEqualTo(command("transduce", "--inputs", inputs, "--json", "--nbest", "2"));
        String pairs =
                Files.writeString(folder.resolve("pairs"), "ab\tc\nbab\tdc\n").toString();
        assertThat(requests.answerLines(
                        List.of("{\"score\":{\"x\":\"ab\",\"y\":\"c\"}}", "{\"score\":{\"x\":\"bab\",\"y\":\"dc\"}}"),
                        1))
                .isEqualTo(command("score", "--pairs", pairs, "--json"));
        assertThat(ask("{\"score\":{\"x\":\"ab\",\"y\":\"c\",\"smc\":true,\"samples\":16,\"seed\":3}}"))
                .isEqualTo(command("score", "--pairs", pairs, "--json", "--smc", "--samples", "16", "--seed", "3")
                        .get(0));
        Map<String, Object> aligned = Json.parse(ask("{\"align\":{\"x\":\"ab\",\"y\":\"c\",\"best\":true}}"));
        assertThat((List<?>) aligned.remove("rows")).hasSize(3);
        assertThat(aligned)
                .isEqualTo(Json.parse(command("align", "--pairs", pairs, "--best", "--format", "jsonl")
                        .get(0)));
        Map<String, Object> lattice = Json.parse(ask("{\"lattice\":{\"x\":\"ab\",\"y\":\"c\"}}"));
        assertThat(run(
                        "lattice",
                        "--machine",
                        folder.resolve("run/machine.fst.txt").toString(),
                        "--x",
                        "ab",
                        "--y",
                        "c",
                        "--chars",
                        "--json"))
                .as(err)
                .isZero();
        lattice.remove("line");
        assertThat(lattice).isEqualTo(Json.parse(out));
    }

    /** The settings change the answer as the options of the command do. The command prints the caution as a message. */
    @Test
    void settingsAreThoseOfTheCommand() {
        JsonNode answer =
                json(ask("{\"transduce\":{\"x\":\"bab\",\"nbest\":9,\"candidates\":4,\"beam\":8,\"threshold\":0.01,"
                        + "\"maxOutput\":3,\"mass\":0.9,\"samples\":48,\"refine\":2,\"seed\":5}}"));
        String printed = command(
                        "transduce",
                        "--x",
                        "bab",
                        "--json",
                        "--nbest",
                        "9",
                        "--candidates",
                        "4",
                        "--beam",
                        "8",
                        "--threshold",
                        "0.01",
                        "--max-output",
                        "3",
                        "--mass",
                        "0.9",
                        "--samples",
                        "48",
                        "--refine",
                        "2",
                        "--seed",
                        "5")
                .get(0);
        assertThat(answer.path("outputs")).isEqualTo(json(printed).path("outputs"));
        assertThat(answer.path("outputs").size()).isPositive();
        assertThat(err).contains(answer.path("caution").asString());
        assertThat(json(ask("{\"transduce\":{\"x\":\"aqb\",\"unknown\":\"copy\"}}"))
                        .path("outputs"))
                .isEqualTo(json(command("transduce", "--x", "aqb", "--json", "--unknown", "copy")
                                .get(0))
                        .path("outputs"));
    }

    @Test
    void graphHasAllPaths() {
        JsonNode graph = json(ask("{\"lattice\":{\"x\":\"bab\",\"y\":\"cd\",\"graph\":true}}"));
        JsonNode states = graph.path("graph").path("states");
        JsonNode arcs = graph.path("graph").path("arcs");
        assertThat(states.size()).isEqualTo(graph.path("states").asInt());
        assertThat(arcs.size()).isEqualTo(graph.path("arcs").asInt());
        // Paths to each state; states are numbered topologically.
        long[] paths = new long[states.size()];
        paths[0] = 1;
        arcs.forEach(
                arc -> paths[arc.path("to").asInt()] += paths[arc.path("from").asInt()]);
        long ended = IntStream.range(0, paths.length)
                .filter(s -> states.get(s).path("final").asBoolean())
                .mapToLong(s -> paths[s])
                .sum();
        assertThat(Long.toString(ended)).isEqualTo(graph.path("paths").asString());
    }

    @Test
    void exactScoreIsTheSumOfExactPaths() {
        double sum = 0;
        for (JsonNode found : json(ask("{\"align\":{\"x\":\"ab\",\"y\":\"cd\",\"exact\":true}}"))
                .path("paths")) {
            sum += Math.exp(found.path("logP").asDouble());
        }
        JsonNode score = json(ask("{\"score\":{\"x\":\"ab\",\"y\":\"cd\",\"exact\":true}}"));
        assertThat(score.path("logP").asDouble()).isCloseTo(Math.log(sum), within(1e-6));
        assertThat(score.path("standardError").asDouble()).isZero();
    }

    /** Requests of several kinds, some of them bad, keep their order, and have the answers that they have alone. */
    @Test
    void answersComeInOrderWithTheirIds() {
        List<String> lines = List.of(
                "{\"id\":7,\"score\":{\"x\":\"ab\",\"y\":\"c\"}}",
                "{\"id\":\"t\",\"transduce\":{\"x\":\"ab\",\"nbest\":1}}",
                "oops",
                "{\"id\":-1,\"score\":{\"x\":\"ab\",\"y\":\"q\"}}",
                "{\"id\":7,\"score\":{\"x\":\"b\",\"y\":\"c\"}}",
                "{\"transduce\":{\"x\":\"aq\"}}");
        List<String> answers = requests.answerLines(lines, 11);
        assertThat(answers.get(0)).startsWith("{\"id\":7,\"x\":\"ab\",\"y\":\"c\",\"logP\":-");
        assertThat(answers.get(1)).startsWith("{\"id\":\"t\",\"x\":\"ab\",\"outputs\":[{\"y\":");
        assertThat(answers.get(2))
                .startsWith("{\"line\":13,\"error\":\"the request is not JSON: Unrecognized token 'oops'");
        assertThat(answers.get(3)).isEqualTo("{\"id\":-1,\"error\":\"the machine has no output symbol q\"}");
        assertThat(answers.get(4)).startsWith("{\"id\":7,\"x\":\"b\",\"y\":\"c\",\"logP\":-");
        assertThat(answers.get(5)).isEqualTo("{\"line\":16,\"error\":\"the machine reads no 'q'\"}");
        for (int k = 0; k < lines.size(); k++) {
            assertThat(requests.answerLines(List.of(lines.get(k)), 11 + k)).containsExactly(answers.get(k));
        }
    }

    private static void assertRefused(String line, String reason) {
        assertThat(ask(line))
                .isEqualTo("{\"line\":1,\"error\":" + JsonMapper.shared().writeValueAsString(reason) + "}");
    }

    @Test
    void wrongRequestsAreRefusedWithValueRuleAndRemedy() {
        assertRefused("[1]", "the request must be a JSON object");
        assertRefused("", "the request must be a JSON object");
        assertRefused("{\"score\":{},\"score\":{}}", "the request is not JSON: Duplicate Object property \"score\"");
        assertRefused("{}", "the request asks nothing; ask one of transduce, align, score, lattice");
        assertRefused("{\"score\":{},\"align\":{}}", "the request asks align and score; ask one question per request");
        assertRefused(
                "{\"transduse\":{}}",
                "there is no question 'transduse' (did you mean 'transduce'?); ask one of transduce, align, score, lattice");
        assertRefused("{\"score\":\"ab\"}", "score is 'ab', expected a JSON object");
        assertRefused("{\"id\":1.5}", "id is 1.5, expected a whole number, or a string of at most 200 characters");
        assertRefused("{\"score\":{\"x\":\"a\"}}", "score.y is missing; give a string");
        assertRefused("{\"score\":{\"x\":[\"a\"],\"y\":\"\"}}", "score.x is an array, expected a string");
        assertRefused(
                "{\"transduce\":{\"x\":\"a\\tb\"}}",
                "transduce.x has the control character U+0009; a text is one line without tabs; remove it");
        assertRefused(
                "{\"transduce\":{\"x\":\"a\\nb\"}}",
                "transduce.x has the control character U+000A; a text is one line without tabs; remove it");
        assertRefused("{\"transduce\":{\"x\":\" \"}}", "transduce.x is empty; give the symbols of an input");
        assertRefused(
                "{\"transduce\":{\"x\":\"\\udc00\"}}",
                "transduce.x has the unpaired surrogate U+DC00; a text is one line without tabs; remove it");
        assertRefused(
                "{\"transduce\":{\"x\":\"" + "𐍈".repeat(10_001) + "\"}}",
                "transduce.x has 10001 characters, more than the 10000 that a request may have; shorten it");
        assertRefused(
                "{\"align\":{\"x\":\"a\",\"y\":\"c\",\"bset\":true}}",
                "align has no field 'bset' (did you mean 'best'?); its fields are x, y, samples, refine, seed, exact,"
                        + " maxPaths, best");
        assertRefused(
                "{\"transduce\":{\"x\":\"a\",\"nbest\":\"5\"}}",
                "transduce.nbest is '5', expected a whole number from 1 to 1000");
        assertRefused(
                "{\"transduce\":{\"x\":\"a\",\"beam\":4097}}",
                "transduce.beam is 4097, expected a whole number from 1 to 4096");
        assertRefused(
                "{\"transduce\":{\"x\":\"a\",\"mass\":0}}",
                "transduce.mass is 0, expected a number above 0 and at most 1");
        assertRefused(
                "{\"transduce\":{\"x\":\"a\",\"threshold\":1}}",
                "transduce.threshold is 1, expected a number at least 0 and under 1");
        assertRefused("{\"transduce\":{\"x\":\"a\",\"vote\":1}}", "transduce.vote is 1, expected true or false");
        assertRefused(
                "{\"transduce\":{\"x\":\"a\",\"unknown\":\"skip\"}}",
                "transduce.unknown is 'skip', expected one of fail, copy");
        assertRefused(
                "{\"score\":{\"x\":\"a\",\"y\":\"c\",\"exact\":true,\"smc\":true}}",
                "exact and smc are two ways to the same number; give one");
        assertRefused(
                "{\"align\":{\"x\":\"a\",\"y\":\"c\",\"exact\":true,\"refine\":1}}",
                "refine is about strings drawn by importance sampling and cannot be combined with exact; give one or the"
                        + " other");
    }

    @Test
    void whatTheRunCannotAnswerIsAnErrorOfThatRequest() {
        assertRefused(
                "{\"transduce\":{\"x\":\"a\",\"vote\":true}}",
                path + " is a single run, and a vote needs an ensemble; name its folder, or several runs");
        assertRefused(
                "{\"align\":{\"x\":\"abab\",\"y\":\"cdcd\",\"exact\":true,\"maxPaths\":3}}",
                "the paths of the pair cannot be enumerated: it has more than 3 paths; leave out exact, or raise maxPaths");
        Requests narrow = new Requests(run, new RequestLimits(4, 1, 1, 1, 1, 10), 1);
        assertThat(narrow.answerLines(List.of("{\"lattice\":{\"x\":\"abab\",\"y\":\"cdcd\"}}"), 1)
                        .get(0))
                .contains("\"error\":", "10 states");
        assertThatThrownBy(() -> narrow.read("transduce", Requests.parse("{\"x\":\"ababa\"}")))
                .isInstanceOf(EspalierException.class)
                .hasMessage("transduce.x has 5 characters, more than the 4 that a request may have; shorten it");
    }
}
