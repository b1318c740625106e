package org.espalier.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.espalier.cli.console.Console;
import org.espalier.cli.explore.RawHttp;
import org.espalier.run.folder.RunFolder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The explorer as a user starts it, with a tiny scorer and three tiny samplers, and a tiny conditional run. */
@Tag("slow")
class ServeCommandTest {
    private static final String PAIRS = "a b\tc\na\tc d\nb a b\td\na b a\tc c\nb\tc\na\td\nb b\td c\na a\tc\n";
    private static final String LONG = "a b ".repeat(30).strip();

    @TempDir
    private static Path folder;

    private static final ByteArrayOutputStream MESSAGES = new ByteArrayOutputStream();
    private static Thread serving = new Thread();
    private static CompletableFuture<Integer> exit = new CompletableFuture<>();
    private static RawHttp http = new RawHttp("http://127.0.0.1:1/");

    private record Outcome(int code, String out, String err) {}

    private static Outcome run(String... args) {
        ByteArrayOutputStream results = new ByteArrayOutputStream();
        ByteArrayOutputStream words = new ByteArrayOutputStream();
        int code = Espalier.commandLine(Console.of(results, words)).execute(args);
        return new Outcome(code, results.toString(UTF_8), words.toString(UTF_8));
    }

    private static void train(String name, String kind, String more) throws IOException {
        Path config = Files.writeString(folder.resolve(name + ".yaml"), """
                machine: builtin:edit
                train: pairs.tsv
                out: task/seed1/%s
                threads: 1
                validShare: 0.25
                scorer: {dimension: 8, layers: 1%s}
                sampler: {dimension: 8, kind: %s}
                training: {batch: 2, samples: 4, iwaeSamples: 4, steps: 4, evaluateEvery: 2, objective: %s}
                """.formatted(
                        name, more, kind, more.contains("from") ? "sampler" : "alternating"));
        Outcome outcome = run("train", "--config", config.toString());
        assertThat(outcome.code).as(outcome.err).isZero();
    }

    @BeforeAll
    static void serve() throws IOException {
        Files.writeString(folder.resolve("pairs.tsv"), PAIRS);
        train("scorer", "sws", "");
        for (String kind : List.of("swa", "swp", "swps")) {
            train(kind, kind, ", from: task/seed1/scorer");
        }
        train("alone", "sws", "");
        train("with-input", "swg", ", given: input, masked: true");
        PipedInputStream in = new PipedInputStream();
        Console console = Console.of(new PipedOutputStream(in), MESSAGES);
        exit = new CompletableFuture<>();
        serving = new Thread(() -> exit.complete(Espalier.commandLine(console)
                .execute("serve", "--run", folder.resolve("task").toString(), "--port", "0")));
        serving.start();
        http = new RawHttp(new BufferedReader(new InputStreamReader(in, UTF_8)).readLine());
    }

    @AfterAll
    static void end() throws Exception {
        serving.interrupt();
        assertThat(exit.get(1, TimeUnit.MINUTES)).isZero();
        assertThat(MESSAGES.toString(UTF_8).lines())
                .containsExactly(
                        "espalier: the explorer runs at this address, for this computer alone; press Ctrl-C to end it");
    }

    private static JsonNode group() throws IOException {
        return http.get("/api/state").json().get("groups").get(1);
    }

    /** The identifiers of a run and of its group. */
    private record ServedRun(String group, String run) {}

    private static ServedRun served(String name) throws IOException {
        for (JsonNode group : http.get("/api/state").json().get("groups")) {
            for (JsonNode run : group.get("runs")) {
                if (run.get("name").asString().equals(name)) {
                    return new ServedRun(
                            group.get("id").asString(), run.get("id").asString());
                }
            }
        }
        throw new AssertionError("no run is called " + name);
    }

    private static String id(String name) throws IOException {
        return served(name).run;
    }

    private static String question(String x, String y, String more) throws IOException {
        return question(group().get("id").asString(), x, y, more);
    }

    private static String question(String group, String x, String y, String more) {
        return "{\"client\":\"page\",\"job\":\"job\",\"group\":\"" + group + "\",\"x\":\"" + x + "\",\"y\":\"" + y
                + "\"" + more + "}";
    }

    private static JsonNode ask(String path, String question) {
        try {
            RawHttp.Response response = http.post(path, question);
            assertThat(response.status()).as(new String(response.body(), UTF_8)).isEqualTo(200);
            return response.json();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode infer(String run, String x, String y, int samples) throws IOException {
        return infer(run, x, y, samples, "");
    }

    private static JsonNode infer(String run, String x, String y, int samples, String more) throws IOException {
        ServedRun served = served(run);
        return ask(
                "/api/infer",
                question(
                        served.group,
                        x,
                        y,
                        ",\"run\":\"" + served.run + "\",\"samples\":" + samples + ",\"seed\":3" + more));
    }

    private static JsonNode step(List<String> runs, String x, String y, List<Integer> prefix) throws IOException {
        List<String> ids = new ArrayList<>();
        for (String run : runs) {
            ids.add("\"" + id(run) + "\"");
        }
        return ask(
                "/api/step", question(served(runs.get(0)).group, x, y, ",\"runs\":" + ids + ",\"prefix\":" + prefix));
    }

    private static double[] numbers(JsonNode array) {
        double[] numbers = new double[array.size()];
        for (int k = 0; k < numbers.length; k++) {
            numbers[k] = array.get(k).asDouble();
        }
        return numbers;
    }

    @Test
    void runsWithTheSameScorerFormAGroup() throws IOException {
        JsonNode state = http.get("/api/state").json();
        Map<String, List<String>> names = new TreeMap<>();
        for (JsonNode group : state.get("groups")) {
            List<String> runs = new ArrayList<>();
            group.get("runs").forEach(run -> runs.add(run.get("name").asString()));
            names.put(group.get("name").asString(), runs);
        }
        assertThat(names)
                .isEqualTo(Map.of(
                        "task/seed1/alone", List.of("alone"),
                        "task/seed1/scorer", List.of("scorer", "swa", "swp", "swps"),
                        "task/seed1/with-input", List.of("with-input")));
        assertThat(state.get("machines").toString())
                .isEqualTo("[{\"id\":\"m0\",\"name\":\"builtin:edit of task/seed1\"}]");
        assertThat(state.get("trainings")).hasSize(6);
        assertThat(state.get("trainings").get(2).toString()).isEqualTo("{\"id\":\"r2\",\"name\":\"task/seed1/swa\"}");
        JsonNode swp = group().get("runs").get(2);
        assertThat(swp.get("label").asString()).isEqualTo("SWP");
        assertThat(swp.get("markov").asBoolean()).isTrue();
        assertThat(swp.get("step").asInt()).isIn(2, 4);
        assertThat(group().get("examples").get(1).toString()).isEqualTo("{\"x\":\"a\",\"y\":\"c d\"}");
    }

    @Test
    void smallPairHasExactValues() throws IOException {
        double ofScorer = exactLogP("swp");
        for (String run : List.of("swa", "swp", "swps")) {
            assertExactValues(run, ofScorer);
        }
    }

    /** SWG is guided by the scorer, which is given the input and knows from the machine what may follow. */
    @Test
    void conditionalRunAnswersInference() throws IOException {
        assertExactValues("with-input", exactLogP("with-input"));
        assertProductOfSteps("with-input", List.of("with-input"));
        JsonNode large = infer("with-input", LONG, "c d c d c d", 40);
        assertThat(large.get("arcQKind").asString()).isEqualTo("sampled");
        assertThat(large.get("arcPKind").asString()).isEqualTo("weighted");
        assertThat(large.get("logP").get("value").asDouble()).isNegative();
        assertThat(large.get("logP").get("error").asDouble()).isPositive();
    }

    private static double exactLogP(String run) {
        return JsonMapper.shared()
                .readTree(run(
                                "score",
                                "--run",
                                folder.resolve("task/seed1/" + run).toString(),
                                "--x",
                                "a b",
                                "--y",
                                "c d",
                                "--exact",
                                "--json")
                        .out)
                .get("logP")
                .asDouble();
    }

    private static void assertExactValues(String run, double logP) throws IOException {
        JsonNode arcs =
                ask("/api/pair", question(served(run).group, "a b", "c d", "")).get("arcs");
        JsonNode answer = infer(run, "a b", "c d", 100);
        assertThat(answer.get("arcQKind").asString()).isEqualTo("exact");
        assertThat(answer.get("arcPKind").asString()).isEqualTo("exact");
        assertThat(answer.get("logP").get("value").asDouble()).isCloseTo(logP, within(1e-4));
        assertThat(answer.get("logP").get("error").isNull()).isTrue();
        assertThat(answer.get("kl").asDouble())
                .isCloseTo(
                        answer.get("partialKl").asDouble()
                                + answer.get("logP").get("value").asDouble(),
                        within(1e-6));
        for (String kind : List.of("arcQ", "arcP")) {
            double[] probability = numbers(answer.get(kind));
            double first = 0;
            for (int a = 0; a < arcs.size(); a++) {
                first += arcs.get(a).get("from").asInt() == 0 ? probability[a] : 0;
            }
            assertThat(first).as(run + " " + kind).isCloseTo(1, within(1e-4));
        }
        assertThat(answer.get("samples").asInt()).isEqualTo(100);
        int drawn = 0;
        double weight = 0;
        for (JsonNode string : answer.get("strings")) {
            drawn += string.get("count").asInt();
            weight += string.get("weight").asDouble();
            assertThat(string.get("marks")).hasSize(string.get("arcs").size());
        }
        assertThat(drawn).isEqualTo(100);
        assertThat(weight).isCloseTo(1, within(1e-9));
        assertThat(answer.get("distinct").asInt())
                .isEqualTo(answer.get("strings").size());
        assertThat(answer.get("ess").asDouble()).isBetween(1.0, 100.0);
    }

    @Test
    void largePairHasExactValuesOnlyForMarkovSamplers() throws IOException {
        JsonNode swp = infer("swp", LONG, "c d c d c d", 40);
        JsonNode swa = infer("swa", LONG, "c d c d c d", 40);
        assertThat(swp.get("arcQKind").asString()).isEqualTo("exact");
        assertThat(swa.get("arcQKind").asString()).isEqualTo("sampled");
        for (JsonNode answer : List.of(swa, swp)) {
            assertThat(answer.get("arcPKind").asString()).isEqualTo("weighted");
            assertThat(answer.get("logP").get("kind").asString()).isEqualTo("sampled");
            assertThat(answer.get("logP").get("error").asDouble()).isNotNegative();
            assertThat(answer.get("kl").isNull()).isTrue();
            for (double q : numbers(answer.get("arcQ"))) {
                assertThat(q).isBetween(0.0, 1.0);
            }
        }
        JsonNode step = step(List.of("swp"), LONG, "c d c d c d", List.of());
        assertThat(step.get("posterior").isNull()).isTrue();
        for (JsonNode choice : step.get("runs").get(0).get("choices")) {
            assertThat(swp.get("arcQ").get(choice.get("arc").asInt()).asDouble())
                    .isCloseTo(choice.get("q").asDouble(), within(1e-4));
        }
    }

    /** The samples of a refined sampler are of all rounds, and what is said of q is estimated from them. */
    @Test
    void refinedSamplesAreCloserToThePosterior() throws IOException {
        for (String run : List.of("swa", "swp", "swps")) {
            JsonNode plain = infer(run, "a b", "c d", 400, ",\"refine\":0");
            assertThat(plain.get("refine").asInt()).isZero();
            JsonNode refined = infer(run, "a b", "c d", 400, ",\"refine\":3");
            assertThat(refined.get("refine").asInt()).isEqualTo(3);
            assertThat(refined.get("arcQKind").asString()).isEqualTo("sampled");
            assertThat(refined.get("arcPKind").asString()).isEqualTo("exact");
            assertThat(refined.get("arcP")).isEqualTo(plain.get("arcP"));
            assertThat(refined.get("logP")).isEqualTo(plain.get("logP"));
            assertThat(refined.get("kl").isNull()).isTrue();
            double logP = refined.get("logP").get("value").asDouble();
            assertThat(refined.get("partialKl").asDouble() + logP)
                    .as("KL(q || p) of all rounds of %s", run)
                    .isBetween(-0.05, plain.get("kl").asDouble());
            int drawn = 0;
            double q = 0;
            double[] arcP = new double[refined.get("arcP").size()];
            for (JsonNode string : refined.get("strings")) {
                drawn += string.get("count").asInt();
                q += Math.exp(string.get("logQ").asDouble());
                for (JsonNode arc : string.get("arcs")) {
                    arcP[arc.asInt()] += string.get("weight").asDouble();
                }
            }
            assertThat(refined.get("samples").asInt()).isEqualTo(drawn).isIn(100, 200, 300, 400);
            assertThat(q).as("the mean of the rounds is a distribution").isBetween(0.9, 1 + 1e-6);
            double[] exact = numbers(refined.get("arcP"));
            for (int arc = 0; arc < arcP.length; arc++) {
                assertThat(arcP[arc]).as("arc %d of %s", arc, run).isCloseTo(exact[arc], within(0.1));
            }
        }
        JsonNode large = infer("swp", LONG, "c d c d c d", 64, ",\"refine\":3");
        assertThat(large.get("arcQKind").asString()).isEqualTo("sampled");
        assertThat(large.get("ess").asDouble())
                .isGreaterThan(infer("swp", LONG, "c d c d c d", 64).get("ess").asDouble());
    }

    /** The product of the steps of a string is its q, and the choices after a prefix sum to one. */
    @Test
    void productOfStepsIsTheProbabilityOfTheString() throws IOException {
        for (String run : List.of("swa", "swp", "swps")) {
            assertProductOfSteps(run, List.of(run, "swp"));
        }
    }

    private static void assertProductOfSteps(String run, List<String> asked) throws IOException {
        JsonNode string = infer(run, "a b", "c d", 20).get("strings").get(0);
        double logQ = 0;
        List<Integer> prefix = new ArrayList<>();
        for (JsonNode arc : string.get("arcs")) {
            logQ += Math.log(q(step(asked, "a b", "c d", prefix), asked.size(), arc.asInt()));
            prefix.add(arc.asInt());
        }
        logQ += Math.log(q(step(asked, "a b", "c d", prefix), asked.size(), -1));
        assertThat(logQ).as(run).isCloseTo(string.get("logQ").asDouble(), within(1e-4));
    }

    private static double q(JsonNode step, int runs, int arc) {
        assertThat(step.get("runs")).hasSize(runs);
        double posterior = 0;
        for (JsonNode share : step.get("posterior")) {
            posterior += share.get("p").asDouble();
        }
        assertThat(posterior).isCloseTo(1, within(1e-9));
        double sum = 0;
        double found = Double.NaN;
        for (JsonNode choice : step.get("runs").get(0).get("choices")) {
            sum += choice.get("q").asDouble();
            found = choice.get("arc").asInt() == arc ? choice.get("q").asDouble() : found;
            assertThat(choice.get("mark").asString().equals("EOS"))
                    .isEqualTo(choice.get("arc").asInt() == -1);
        }
        assertThat(sum).isCloseTo(1, within(1e-5));
        return found;
    }

    @Test
    void sameSeedGivesTheSameSamples() throws IOException {
        assertThat(infer("swa", "a b", "c d", 70).get("strings"))
                .isEqualTo(infer("swa", "a b", "c d", 70).get("strings"));
    }

    @Test
    void requestAboveTheLimitsIsRefused() throws IOException {
        assertError(
                question("a", "c", ",\"run\":\"" + id("swa") + "\",\"samples\":513,\"seed\":1"),
                "/api/infer",
                422,
                "513 samples are more than the 512 that the explorer draws; ask for fewer, or use espalier align");
        assertError(
                question("a", "c", ",\"run\":\"" + id("swa") + "\",\"samples\":0,\"seed\":1"),
                "/api/infer",
                400,
                "the request must have 'samples', a whole number from 1 to 2147483647");
        String refined = ",\"run\":\"" + id("swa") + "\",\"samples\":4,\"seed\":1,\"refine\":";
        assertError(
                question("a", "c", refined + "4"),
                "/api/infer",
                422,
                "refinement in 4 rounds needs at least 80 samples, 16 per round and 16 from the sampler; got 4; draw more "
                        + "samples, or refine in fewer rounds");
        assertError(
                question("a", "c", refined + "-1"),
                "/api/infer",
                400,
                "the request must have 'refine', a whole number from 0 to 2147483647");
        assertError(
                question("a", "c", ",\"run\":\"r0\",\"samples\":1,\"seed\":1"),
                "/api/infer",
                422,
                "run 'r0' is not in group '" + group().get("id").asString() + "'");
        assertError(
                question("a", "c", ",\"runs\":[\"" + id("swa") + "\"],\"prefix\":[99]"),
                "/api/step",
                422,
                "arc 99 does not leave state 0; a prefix is a path from state 0");
    }

    private static void assertError(String question, String path, int status, String line) throws IOException {
        RawHttp.Response response = http.post(path, question);
        assertThat(response.error()).isEqualTo(line);
        assertThat(response.status()).isEqualTo(status);
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void runningInferenceCanBeCancelled() throws Exception {
        String question = question(
                        LONG, "c d ".repeat(15).strip(), ",\"run\":\"" + id("swps") + "\",\"samples\":512,\"seed\":1")
                .replace("\"job\":\"job\"", "\"job\":\"long\"");
        CompletableFuture<RawHttp.Response> work;
        boolean cancelled;
        do {
            // On a busy machine it may be done before it could be cancelled; then it is asked for again.
            work = CompletableFuture.supplyAsync(() -> {
                try {
                    return http.post("/api/infer", question);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            do {
                cancelled = ask("/api/cancel", "{\"job\":\"long\"}")
                        .get("cancelled")
                        .asBoolean();
            } while (!cancelled && !work.isDone());
        } while (!cancelled);
        RawHttp.Response response = work.get(1, TimeUnit.MINUTES);
        assertThat(response.status()).isEqualTo(409);
        assertThat(response.error()).isEqualTo("cancelled");
        assertThat(ask("/api/pair", question("a", "c", "")).get("paths").asString())
                .isNotEmpty();
    }

    @Test
    void metricsAreReadIncrementally() throws IOException {
        Path run = folder.resolve("task/seed1/alone");
        Path metrics = run.resolve("metrics.jsonl");
        String before = Files.readString(metrics);
        JsonNode whole = http.get("/api/training?id=r0&from=0").json();
        assertThat(whole.get("lines")).hasSize((int) before.lines().count());
        assertThat(whole.get("next").asLong()).isEqualTo(Files.size(metrics));
        assertThat(whole.get("done").asBoolean()).isTrue();
        assertThat(whole.get("settings").get("sampler").asString()).isEqualTo("sws");
        try (RunFolder.Lock lock = RunFolder.open(run).lock()) {
            Files.writeString(metrics, "{\"kind\":\"step\",\"step\":5}\n{\"ki", StandardOpenOption.APPEND);
            JsonNode more = http.get(
                            "/api/training?id=r0&from=" + whole.get("next").asLong())
                    .json();
            assertThat(more.get("lines").toString()).isEqualTo("[{\"kind\":\"step\",\"step\":5}]");
            assertThat(more.get("next").asLong()).isEqualTo(Files.size(metrics) - 4);

            Files.writeString(metrics, "{\"kind\":\"step\",\"step\":1}\n");
            JsonNode again = http.get(
                            "/api/training?id=r0&from=" + more.get("next").asLong())
                    .json();
            assertThat(again.get("restarted").asBoolean()).isTrue();
            assertThat(again.get("lines").toString()).isEqualTo("[{\"kind\":\"step\",\"step\":1}]");
            assertThat(again.get("done").asBoolean()).isFalse();

            StringBuilder many = new StringBuilder();
            for (int k = 1; k <= 5000; k++) {
                many.append("{\"kind\":\"step\",\"step\":").append(k).append("}\n");
            }
            Files.writeString(metrics, many + "{\"kind\":\"validation\",\"step\":5000}\n");
            JsonNode thinned = http.get("/api/training?id=r0&from=0").json();
            // Every third of 5000 steps, and the validation.
            assertThat(thinned.get("lines")).hasSize(5000 / 3 + 1);
            assertThat(thinned.get("lines")
                            .get(thinned.get("lines").size() - 1)
                            .get("kind")
                            .asString())
                    .isEqualTo("validation");
        } finally {
            Files.writeString(metrics, before);
        }
        assertThat(http.get("/api/training?id=r0&from=x").error()).isEqualTo("from must be a number of bytes; got 'x'");
    }

    @Test
    void wrongCallPrintsOneLine() throws IOException {
        assertThat(run("serve"))
                .isEqualTo(
                        new Outcome(
                                2,
                                "",
                                "espalier: nothing to show; give --run DIR, or --machine MACHINE; see: espalier serve --help\n"));
        assertThat(run("serve", "--machine", "builtin:edit", "--port", "70000").err)
                .isEqualTo("espalier: --port must be from 0 to 65535; got 70000; see: espalier serve --help\n");
        assertThat(run("serve", "--machine", "builtin:edit", "--idle-minutes", "-1").err)
                .isEqualTo("espalier: --idle-minutes must be 0 or more; got -1; see: espalier serve --help\n");
        Path empty = Files.createDirectory(folder.resolve("empty"));
        assertThat(run("serve", "--run", empty.toString()))
                .isEqualTo(new Outcome(
                        1,
                        "",
                        "espalier: " + empty
                                + " is not the folder of a run and contains none; train one, for example with "
                                + "espalier init and espalier train\n"));
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows has no signals")
    void terminationSignalStopsTheServer() throws Exception {
        Process process = EspalierProcess.of(
                        "serve", "--machine", "builtin:edit", "--x", "a", "--y", "b", "--port", "0")
                .start();
        try {
            RawHttp other = new RawHttp(process.inputReader(UTF_8).readLine());
            assertThat(other.get("/api/state")
                            .json()
                            .get("groups")
                            .get(0)
                            .get("examples")
                            .toString())
                    .isEqualTo("[{\"x\":\"a\",\"y\":\"b\"}]");
            process.toHandle().destroy(); // destroy() of the process would close its output
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).isEqualTo(143);
            assertThat(process.errorReader(UTF_8).lines())
                    .hasSize(2)
                    .last()
                    .isEqualTo("espalier: the explorer has ended");
        } finally {
            process.destroyForcibly();
        }
    }
}
