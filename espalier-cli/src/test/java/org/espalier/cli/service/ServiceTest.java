package org.espalier.cli.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.espalier.cli.CommandTestBase;
import org.espalier.cli.TinyTrainedRun;
import org.espalier.cli.explore.RawHttp;
import org.espalier.cli.http.WebServer;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.Torch;
import org.espalier.run.folder.TrainedRun;
import org.espalier.run.request.Request;
import org.espalier.run.request.Requests;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The service over HTTP, with a tiny run. */
@Tag("slow")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ServiceTest extends CommandTestBase {
    private static final String TOKEN = "0123456789abcdef";

    private static final ServiceLimits LIMITS = new ServiceLimits(4096, 50, 20, 64, Duration.ofMinutes(1));

    private static final ExecutorService CLIENTS = Executors.newCachedThreadPool(WebServer::daemon);

    @TempDir
    private static Path folder;

    private static String path = "";
    private static TrainedRun run;
    private static Requests requests;

    private final List<String> failures = Collections.synchronizedList(new ArrayList<>());
    private final AtomicBoolean ended = new AtomicBoolean();

    @SuppressWarnings("NullAway.Init") // each test starts its own
    private Service service;

    @SuppressWarnings("NullAway.Init")
    private RawHttp http;

    @BeforeAll
    static void train() throws IOException {
        path = TinyTrainedRun.train(folder, "abab\tcdc\nba\tcd\nbab\tdd\naba\tccd\nb\tc\nab\tcd\n", """
                validShare: 0
                training: {steps: 4, batch: 4, samples: 4, iwaeSamples: 4}
                """);
        run = TrainedRun.open(Path.of(path), warning -> {});
        requests = new Requests(run, LIMITS.ofQuestion(), 1);
    }

    @AfterAll
    static void close() {
        CLIENTS.shutdownNow();
        run.close();
    }

    @AfterEach
    void stop() {
        if (service != null) {
            service.close();
        }
        assertThat(failures).isEmpty();
    }

    private void start(
            ServiceLimits limits,
            Optional<AccessToken> token,
            int threads,
            Function<List<Request>, List<Map<String, Object>>> answers) {
        service = Service.start(
                new Service.Access(WebServer.loopback(), 0, token),
                limits,
                new Service.Answering(requests, answers, threads, () -> Torch.useThreads(1)),
                () -> ended.set(true),
                failures::add);
        http = new RawHttp(service.address());
    }

    private void start() {
        start(LIMITS, Optional.empty(), 1, requests::answer);
    }

    /** Answers like the model, but not before it is opened, and keeps the sizes of batches. */
    private static final class Gate implements Function<List<Request>, List<Map<String, Object>>> {
        final CountDownLatch reached = new CountDownLatch(1);
        final CountDownLatch opened = new CountDownLatch(1);
        final List<Integer> batches = Collections.synchronizedList(new ArrayList<>());

        @Override
        public List<Map<String, Object>> apply(List<Request> questions) {
            batches.add(questions.size());
            reached.countDown();
            try {
                opened.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return requests.answer(questions);
        }
    }

    private RawHttp.Response post(String at, String json) {
        try {
            return http.post(at, json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private CompletableFuture<RawHttp.Response> later(String at, String json) {
        return CompletableFuture.supplyAsync(() -> post(at, json), CLIENTS);
    }

    private static String inputs(String... inputs) {
        return "{\"inputs\": [\"" + String.join("\", \"", inputs) + "\"], \"nbest\": 1, \"samples\": 8}";
    }

    private String metrics() throws IOException {
        return new String(http.get("/metrics").body(), UTF_8);
    }

    private long metric(String series) throws IOException {
        return metrics()
                .lines()
                .filter(line -> line.startsWith(series + " "))
                .mapToLong(line -> Long.parseLong(line.substring(series.length() + 1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no metric is called " + series));
    }

    private void awaitWaiting(int count) throws IOException {
        while (metric("espalier_waiting_requests") < count) {
            Thread.onSpinWait();
        }
    }

    private static void assertRefused(RawHttp.Response response, int status, String line) {
        assertThat(response.error()).isEqualTo(line);
        assertThat(response.status()).isEqualTo(status);
        assertThat(response.json().propertyNames()).containsExactly("error");
        assertThat(response.headers())
                .containsEntry("content-type", "application/json; charset=utf-8")
                .containsEntry("x-content-type-options", "nosniff")
                .containsEntry("cache-control", "no-store");
    }

    private static void assertAnswered(CompletableFuture<RawHttp.Response> response) throws Exception {
        RawHttp.Response answered = response.get(1, TimeUnit.MINUTES);
        assertThat(answered.status()).as(new String(answered.body(), UTF_8)).isEqualTo(200);
    }

    /** Returns the lines of a command as objects, without the number of the line. */
    private List<JsonNode> lines(String... args) {
        assertThat(run(args)).as(err).isZero();
        return out.lines()
                .map(line ->
                        (JsonNode) JsonMapper.shared().readTree(line).asObject().without("line"))
                .toList();
    }

    /** The command is the oracle. */
    @Test
    void answersAreThoseOfTheCommands() throws IOException {
        start();
        String words =
                Files.writeString(folder.resolve("words.txt"), "ab\nba\nabab\n").toString();
        String pairs = Files.writeString(folder.resolve("two.tsv"), "ab\tcd\nbab\tdd\n")
                .toString();
        assertThat(post("/api/transduce", "{\"inputs\": [\"ab\", \"ba\", \"abab\"], \"nbest\": 3, \"beam\": 8}")
                        .json()
                        .get("answers"))
                .containsExactlyElementsOf(
                        lines("transduce", "--run", path, "--inputs", words, "--nbest", "3", "--beam", "8", "--json"));
        String asked = "{\"pairs\": [{\"x\": \"ab\", \"y\": \"cd\"}, {\"x\": \"bab\", \"y\": \"dd\"}], \"seed\": 3}";
        assertThat(post("/api/score", asked).json().get("answers"))
                .containsExactlyElementsOf(lines("score", "--run", path, "--pairs", pairs, "--seed", "3", "--json"));
        List<JsonNode> aligned = new ArrayList<>();
        post("/api/align", asked).json().get("answers").forEach(answer -> {
            assertThat(answer.get("rows")).isNotEmpty();
            aligned.add(answer.asObject().without("rows"));
        });
        assertThat(aligned)
                .containsExactlyElementsOf(lines("align", "--run", path, "--pairs", pairs, "--seed", "3", "--json"));
    }

    @Test
    void largeRequestIsAnsweredInOrderByAllThreads() throws IOException {
        start(LIMITS, Optional.empty(), 2, requests::answer);
        List<String> words = IntStream.range(0, LIMITS.inputs())
                .mapToObj(k -> Integer.toBinaryString(k + 1).replace('0', 'a').replace('1', 'b'))
                .toList();
        JsonNode answers = post("/api/transduce", inputs(words.toArray(String[]::new)))
                .json()
                .get("answers");
        assertThat(answers.valueStream().map(answer -> answer.get("x").asString()))
                .containsExactlyElementsOf(words);
        assertThat(metric("espalier_inputs_answered_total")).isEqualTo(LIMITS.inputs());
    }

    @Test
    void inputThatCannotBeAnsweredDoesNotSpoilOthers() {
        start();
        JsonNode answers =
                post("/api/transduce", inputs("ab", "aé", "ba")).json().get("answers");
        assertThat(answers.get(0).has("outputs")).isTrue();
        assertThat(answers.get(1).propertyNames()).containsExactly("error");
        assertThat(answers.get(1).get("error").asString()).contains("é");
        assertThat(answers.get(2).has("outputs")).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "transduce | [] | the request must be a JSON object",
                "transduce | {} | the request must have 'inputs', an array of strings that is not empty",
                "transduce | {\"inputs\": []} | the request must have 'inputs', an array of strings that is not empty",
                "transduce | {\"inputs\": \"ab\"} | the request must have 'inputs', an array of strings that is not empty",
                "align | {\"inputs\": [\"ab\"]} | the request must have 'pairs', an array of objects with x and y that is not empty",
                "transduce | {\"inputs\": [7]} | transduce.x is 7, expected a string",
                "transduce | {\"inputs\": [\"a\", 7]} | inputs[1]: transduce.x is 7, expected a string",
                "transduce | {\"inputs\": [\"a\"], \"x\": \"b\"} | x and y belong into 'inputs'; move them there",
                "score | {\"pairs\": [\"a\"]} | a pair must be an object with x and y only; options belong beside the pairs",
                "score | {\"pairs\": [{\"x\": \"a\", \"y\": \"c\", \"samples\": 3}]} | a pair must be an object with x and y only; options belong beside the pairs",
                "score | {\"pairs\": [{\"x\": \"a\"}]} | score.y is missing; give a string",
                "transduce | {\"inputs\": [\"aaaaaaaaaaaaaaaaaaaaa\"]} | transduce.x has 21 characters, more than the 20 that a request may have; shorten it"
            })
    void wrongRequestIsRefused(String question, String body, String line) {
        start();
        assertRefused(post("/api/" + question, body), 400, line);
    }

    @Test
    void bodyThatIsNotUtf8IsRefused() throws IOException {
        start();
        byte[] body = {'{', '"', (byte) 0xC3, '"', '}'};
        assertRefused(
                http.send(
                        "POST /api/transduce HTTP/1.1",
                        List.of(http.host(), "Content-Type: application/json", "Content-Length: " + body.length),
                        body),
                400,
                "the request is not UTF-8 text; encode it as UTF-8");
        assertThat(post("/api/transduce", "{\"inputs\":").error()).startsWith("the request is not JSON: ");
    }

    @Test
    void requestOfWrongFormIsRefused() throws IOException {
        start();
        assertRefused(http.get("/"), 404, "there is nothing at this address; /api/openapi.json lists what there is");
        RawHttp.Response get = http.get("/api/transduce");
        assertRefused(get, 405, "only POST is allowed here");
        assertThat(get.headers()).containsEntry("allow", "POST");
        assertRefused(post("/metrics", "{}"), 405, "only GET is allowed here");
        String post = "POST /api/transduce HTTP/1.1";
        assertRefused(
                http.send(post, List.of(http.host(), "Content-Type: application/json"), new byte[0]),
                411,
                "the request has no Content-Length; send one, or send the body in chunks");
        assertRefused(
                http.send(post, List.of(http.host(), "Content-Type: text/plain", "Content-Length: 2"), new byte[2]),
                415,
                "the Content-Type of a request must be application/json");
    }

    @Test
    void requestAboveTheLimitsIsRefused() throws IOException {
        start();
        assertRefused(
                post("/api/transduce", " ".repeat(LIMITS.bytes() + 1)),
                413,
                "a request may have at most 4096 bytes; send several requests");
        assertRefused(
                post("/api/transduce", inputs(Collections.nCopies(51, "a").toArray(String[]::new))),
                413,
                "the request has 51 inputs, more than the 50 that a request may have; send several requests");
    }

    @Test
    void withoutTokenForeignHostsAndPagesAreRefused() throws IOException {
        start();
        assertRefused(
                http.send("GET /metrics HTTP/1.1", List.of("Host: evil.example"), new byte[0]),
                403,
                "the service answers at http://127.0.0.1:" + http.port() + "/ only");
        assertRefused(
                http.send("GET /metrics HTTP/1.1", List.of(http.host(), "Origin: http://evil.example"), new byte[0]),
                403,
                "the service answers no pages of other origins; call it from a program, or start it with a token");
    }

    private static AccessToken token() throws IOException {
        return AccessToken.read(Files.writeString(folder.resolve("token"), TOKEN + "\n"));
    }

    private RawHttp.Response get(String at, String... headers) throws IOException {
        return http.send("GET " + at + " HTTP/1.1", List.of(headers), new byte[0]);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/metrics", "/api/openapi.json", "/api/transduce", "/nothing"})
    void withTokenOthersAreRefused(String at) throws IOException {
        start(LIMITS, Optional.of(token()), 1, requests::answer);
        String missing = "the request has no token; send the header Authorization: Bearer TOKEN";
        String wrong = "the token is not that of this service; send the one in its token file";
        assertRefused(get(at, http.host()), 401, missing);
        assertThat(get(at, http.host()).headers()).containsEntry("www-authenticate", "Bearer");
        assertRefused(get(at, http.host(), "Authorization: Basic " + TOKEN), 401, missing);
        assertRefused(get(at, http.host(), "Authorization: Bearer " + TOKEN + "0"), 401, wrong);
        assertRefused(get(at, http.host(), "Authorization: Bearer " + TOKEN.substring(1)), 401, wrong);
        assertRefused(get(at, http.host(), "Authorization: Bearer "), 401, missing);
        assertRefused(
                get(at, http.host(), "Authorization: Bearer " + TOKEN, "Authorization: Bearer " + TOKEN), 401, missing);
    }

    @Test
    void withTokenAnyHostIsAnswered() throws IOException {
        start(LIMITS, Optional.of(token()), 1, requests::answer);
        assertThat(get("/metrics", "Host: words.example", "Authorization: Bearer " + TOKEN)
                        .status())
                .isEqualTo(200);
        assertThat(get("/metrics", "Host: words.example", "Authorization: bearer " + TOKEN)
                        .status())
                .isEqualTo(200);
        assertThat(get("/health/live", "Host: words.example").status()).isEqualTo(200);
        assertThat(get("/health/ready", "Host: words.example").status()).isEqualTo(200);
    }

    @Test
    void tokenThatCanBeGuessedOrNotBeSentIsRefused() throws IOException {
        Path file = folder.resolve("bad-token");
        String remedy = "; make one with: openssl rand -hex 32";
        Files.writeString(file, "short\n");
        assertThatThrownBy(() -> AccessToken.read(file))
                .isInstanceOf(EspalierException.class)
                .hasMessage(file + ": the token has 5 characters, but at least 16 are required" + remedy);
        Files.writeString(file, "0123456789 0123456789");
        assertThatThrownBy(() -> AccessToken.read(file))
                .hasMessage(file + ": a token must be one word of visible ASCII characters" + remedy);
        assertThatThrownBy(() -> AccessToken.read(folder.resolve("no-token")))
                .isInstanceOf(EspalierException.class)
                .hasMessageContaining("no-token");
    }

    @Test
    void requestsThatWaitTogetherShareABatch() throws Exception {
        Gate gate = new Gate();
        start(LIMITS, Optional.empty(), 1, gate);
        List<CompletableFuture<RawHttp.Response>> responses = new ArrayList<>();
        responses.add(later("/api/transduce", inputs("ab")));
        gate.reached.await();
        for (String word : List.of("b", "ba", "bab")) {
            responses.add(later("/api/transduce", inputs(word)));
        }
        responses.add(
                later("/api/score", "{\"pairs\": [{\"x\": \"ab\", \"y\": \"cd\"}, {\"x\": \"b\", \"y\": \"c\"}]}"));
        awaitWaiting(4);
        assertThat(metric("espalier_waiting_inputs")).isEqualTo(5);
        gate.opened.countDown();
        for (CompletableFuture<RawHttp.Response> response : responses) {
            assertAnswered(response);
        }
        assertThat(gate.batches).containsExactly(1, 5);
        assertThat(metric("espalier_waiting_requests")).isZero();
        assertThat(metric("espalier_batch_inputs_bucket{le=\"4\"}")).isEqualTo(1);
        assertThat(metric("espalier_batch_inputs_bucket{le=\"8\"}")).isEqualTo(2);
    }

    @Test
    void overloadIsAnsweredAtOnce() throws Exception {
        Gate gate = new Gate();
        start(new ServiceLimits(4096, 50, 20, 2, Duration.ofMinutes(1)), Optional.empty(), 1, gate);
        CompletableFuture<RawHttp.Response> running = later("/api/transduce", inputs("ab"));
        gate.reached.await();
        List<CompletableFuture<RawHttp.Response>> waiting =
                List.of(later("/api/transduce", inputs("b")), later("/api/transduce", inputs("ba")));
        awaitWaiting(2);
        // The gate is closed, so these answers do not wait for those before them.
        for (int k = 0; k < 3; k++) {
            RawHttp.Response refused = post("/api/transduce", inputs("bab"));
            assertRefused(refused, 429, "busy: 2 requests are waiting, which is the limit; try again in a moment");
            assertThat(refused.headers()).containsEntry("retry-after", "1");
        }
        assertThat(http.get("/health/ready").status()).isEqualTo(200);
        gate.opened.countDown();
        assertAnswered(running);
        for (CompletableFuture<RawHttp.Response> each : waiting) {
            assertAnswered(each);
        }
        assertThat(metric("espalier_rejected_total")).isEqualTo(3);
        assertThat(metric("espalier_inputs_answered_total")).isEqualTo(3);
    }

    @Test
    void requestThatTakesTooLongIsAnswered() throws Exception {
        Gate gate = new Gate();
        start(new ServiceLimits(4096, 50, 20, 1, Duration.ofMillis(1)), Optional.empty(), 1, gate);
        String line =
                "no answer within 0 seconds; ask for less in one request, or try again when the service is less busy";
        // The time of a request may be over before the thread takes it; then another one is needed to reach the gate.
        while (gate.reached.getCount() > 0) {
            assertRefused(post("/api/transduce", inputs("ab")), 504, line);
        }
        // This one is never taken, and so makes room for the next.
        assertRefused(post("/api/transduce", inputs("ba")), 504, line);
        assertRefused(post("/api/transduce", inputs("ba")), 504, line);
        assertThat(metric("espalier_waiting_requests")).isZero();
        gate.opened.countDown();
        service.close();
        assertThat(gate.batches).containsExactly(1);
    }

    @Test
    void failureOfOneRequestDoesNotSpoilOthers() throws Exception {
        Gate gate = new Gate();
        start(LIMITS, Optional.empty(), 1, questions -> {
            List<Map<String, Object>> answers = gate.apply(questions);
            if (answers.stream().anyMatch(answer -> "bb".equals(answer.get("x")))) {
                throw new IllegalStateException("two b");
            }
            return answers;
        });
        CompletableFuture<RawHttp.Response> running = later("/api/transduce", inputs("ab"));
        gate.reached.await();
        CompletableFuture<RawHttp.Response> bad = later("/api/transduce", inputs("bb"));
        CompletableFuture<RawHttp.Response> good = later("/api/transduce", inputs("ba"));
        awaitWaiting(2);
        gate.opened.countDown();
        assertAnswered(running);
        assertAnswered(good);
        String line = "internal error: java.lang.IllegalStateException: two b";
        assertRefused(bad.get(1, TimeUnit.MINUTES), 500, line);
        assertThat(failures).containsExactly("/api/transduce: " + line);
        failures.clear();
    }

    @Test
    void stopAnswersRequestsUnderWay() throws Exception {
        Gate gate = new Gate();
        start(LIMITS, Optional.empty(), 1, gate);
        CompletableFuture<RawHttp.Response> running = later("/api/transduce", inputs("ab"));
        gate.reached.await();
        CompletableFuture<RawHttp.Response> waiting = later("/api/transduce", inputs("b"));
        awaitWaiting(1);
        CompletableFuture<Void> closing = CompletableFuture.runAsync(service::close, CLIENTS);
        String line = "the service is shutting down; try again in a moment";
        while (http.get("/health/ready").status() == 200) {
            Thread.onSpinWait();
        }
        assertRefused(http.get("/health/ready"), 503, line);
        assertThat(http.get("/health/live").status()).isEqualTo(200);
        assertRefused(post("/api/transduce", inputs("ba")), 503, line);
        assertThat(closing).isNotDone();
        assertThat(ended).isFalse();
        gate.opened.countDown();
        assertAnswered(running);
        assertAnswered(waiting);
        closing.get(1, TimeUnit.MINUTES);
        assertThat(ended).isTrue();
        assertThatThrownBy(() -> http.get("/health/live")).isInstanceOf(ConnectException.class);
    }

    @Test
    void metricsCountRequests() throws IOException {
        start();
        post("/api/transduce", inputs("ab", "ba"));
        post("/api/transduce", inputs("b"));
        post("/api/transduce", "{}");
        http.get("/nothing");
        http.get("/nothing/else");
        RawHttp.Response response = http.get("/metrics");
        assertThat(response.headers()).containsEntry("content-type", "text/plain; version=0.0.4; charset=utf-8");
        List<String> lines = new String(response.body(), UTF_8).lines().toList();
        Pattern series = Pattern.compile("[a-z_]+(\\{[a-z]+=\"[^\"]*\"(,[a-z]+=\"[^\"]*\")*})? [0-9.E-]+");
        Pattern comment = Pattern.compile("# (HELP [a-z_]+ .+|TYPE [a-z_]+ (counter|gauge|histogram))");
        assertThat(lines)
                .allMatch(line ->
                        series.matcher(line).matches() || comment.matcher(line).matches())
                .contains(
                        "espalier_requests_total{endpoint=\"/api/transduce\",status=\"200\"} 2",
                        "espalier_requests_total{endpoint=\"/api/transduce\",status=\"400\"} 1",
                        "espalier_requests_total{endpoint=\"other\",status=\"404\"} 2",
                        "espalier_request_seconds_bucket{endpoint=\"/api/transduce\",le=\"+Inf\"} 3",
                        "espalier_request_seconds_count{endpoint=\"/api/transduce\"} 3",
                        "espalier_inputs_answered_total 3",
                        "espalier_batch_inputs_bucket{le=\"1\"} 1",
                        "espalier_batch_inputs_bucket{le=\"2\"} 2",
                        "espalier_batch_inputs_sum 3",
                        "espalier_rejected_total 0",
                        "espalier_waiting_requests 0");
        assertThat(metric("jvm_memory_used_bytes{area=\"heap\"}")).isPositive();
        long[] counts = lines.stream()
                .filter(line -> line.startsWith("espalier_request_seconds_bucket{endpoint=\"/api/transduce\""))
                .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
                .toArray();
        assertThat(counts).isSorted();
    }

    private JsonNode description() throws IOException {
        return http.get("/api/openapi.json").json();
    }

    @Test
    void descriptionListsTheRoutes() throws IOException {
        start();
        BatchQueue<Request, Map<String, Object>> idle = new BatchQueue<>(
                new BatchQueue.Settings(0, 1, 1, Duration.ZERO), requests::answer, () -> {}, size -> {});
        Map<String, String> routes = new TreeMap<>();
        new ServiceApi(requests, LIMITS, idle, new ServiceMetrics())
                .routes()
                .forEach((at, route) -> routes.put(at, route.method()));
        Map<String, String> described = new TreeMap<>();
        description()
                .get("paths")
                .forEachEntry((at, operations) -> described.put(
                        at, String.join(" ", operations.propertyNames()).toUpperCase(Locale.ROOT)));
        assertThat(described).isEqualTo(routes);
        assertThat(description().get("openapi").asString()).isEqualTo("3.1.0");
    }

    @Test
    void examplesOfTheDescriptionAreAnsweredAsItSays() throws IOException {
        start();
        JsonNode description = description();
        SchemaCheck check = new SchemaCheck(description);
        Set<String> asked = new TreeSet<>();
        for (Map.Entry<String, JsonNode> entry : description.get("paths").properties()) {
            JsonNode operation = entry.getValue().iterator().next();
            JsonNode content = operation.at("/requestBody/content").path("application/json");
            RawHttp.Response response = entry.getValue().has("post")
                    ? post(entry.getKey(), content.get("example").toString())
                    : http.get(entry.getKey());
            assertThat(response.status()).isEqualTo(200);
            if (!content.isMissingNode()) {
                assertThat(check.problems("request", content.get("example"), content.get("schema")))
                        .isEmpty();
            }
            JsonNode type = operation.at("/responses/200/content").path("application/json");
            if (!type.isMissingNode()) {
                assertThat(check.problems("answer", response.json(), type.get("schema")))
                        .isEmpty();
                asked.add(entry.getKey());
            }
        }
        assertThat(asked).hasSize(6);
        // Answers of other kinds: exact ones, and one that is an error.
        JsonNode schemas = description.at("/components/schemas");
        String pairs = "{\"pairs\": [{\"x\": \"ab\", \"y\": \"cd\"}, {\"x\": \"é\", \"y\": \"cd\"}], \"exact\": true}";
        assertThat(check.problems("align", post("/api/align", pairs).json(), schemas.get("AlignAnswers")))
                .isEmpty();
        assertThat(check.problems("score", post("/api/score", pairs).json(), schemas.get("ScoreAnswers")))
                .isEmpty();
        assertThat(check.problems("error", post("/api/score", "{}").json(), schemas.get("Error")))
                .isEmpty();
    }

    /** Every bound of an option that the description states is the one that is checked. */
    @ParameterizedTest
    @CsvSource({"transduce,inputs", "align,pairs", "score,pairs"})
    void rangesOfTheDescriptionAreChecked(String question, String key) throws IOException {
        start(LIMITS, Optional.empty(), 1, questions -> Collections.nCopies(questions.size(), Map.of()));
        JsonNode description = description();
        SchemaCheck check = new SchemaCheck(description);
        JsonNode schema = check.resolved(description
                .path("paths")
                .path("/api/" + question)
                .at("/post/requestBody/content")
                .path("application/json")
                .get("schema"));
        String items = key.equals("inputs") ? "[\"a\"]" : "[{\"x\": \"a\", \"y\": \"c\"}]";
        int checked = 0;
        for (Map.Entry<String, JsonNode> option : schema.get("properties").properties()) {
            JsonNode range = option.getValue();
            String body = "{\"" + key + "\": " + items + ", \"" + option.getKey() + "\": %s}";
            if (range.path("type").asString().equals("integer") && range.has("maximum")) {
                long min = range.get("minimum").asLong();
                long max = range.get("maximum").asLong();
                assertThat(post("/api/" + question, body.formatted(min)).status())
                        .as("%s of %d", option.getKey(), min)
                        .isEqualTo(200);
                assertThat(post("/api/" + question, body.formatted(max)).error())
                        .as("%s of %d", option.getKey(), max)
                        .doesNotContain("expected");
                for (long beyond : new long[] {min - 1, max + 1}) {
                    assertThat(post("/api/" + question, body.formatted(beyond)).error())
                            .endsWith("." + option.getKey() + " is " + beyond + ", expected a whole number from " + min
                                    + " to " + max);
                }
                checked++;
            } else if (range.has("type") && !range.get("type").asString().equals("array")) {
                assertThat(post("/api/" + question, body.formatted("[]")).error())
                        .contains("." + option.getKey() + " is an array");
            }
        }
        assertThat(checked).isGreaterThanOrEqualTo(3);
        assertThat(post("/api/" + question, "{\"" + key + "\": " + items + ", \"nothing\": 1}")
                        .error())
                .startsWith(question + " has no field 'nothing'");
        assertThat(description.at("/components/schemas/Text/maxLength").asInt()).isEqualTo(LIMITS.characters());
        assertThat(description.at("/components/schemas/Inputs/maxItems").asInt())
                .isEqualTo(LIMITS.inputs());
        assertThat(description.at("/components/schemas/Pairs/maxItems").asInt()).isEqualTo(LIMITS.inputs());
    }
}
