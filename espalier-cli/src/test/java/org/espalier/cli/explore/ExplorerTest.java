package org.espalier.cli.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.io.MarkNaming;
import org.espalier.fst.io.OpenFstText;
import org.espalier.fst.language.DataSymbols;
import org.espalier.run.data.MachineFiles;
import org.espalier.run.data.PairFile;
import org.espalier.run.data.Reading;
import org.espalier.run.data.TokenUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The checks of requests, and the answers about a machine without a model. */
@Tag("slow")
class ExplorerTest {
    private static final List<String> FAILURES = new ArrayList<>();

    private static Explorer explorer;
    private static RawHttp http;

    private static Mfst edit() {
        return MachineFiles.read(
                "builtin:edit",
                new DataSymbols(List.of("a", "b", "c"), List.of("c", "d")),
                new MachineFiles.OpenFstReading(MarkNaming.PAIRS, OpenFstText.Form.TRANSDUCER, null, null),
                warning -> {});
    }

    private static Catalogue catalogue() {
        List<ExamplePair> examples =
                ExamplePair.of(PairFile.of(List.of("a", "b"), List.of("c")), Reading.of(TokenUnit.CHARS));
        return new CatalogueBuilder(examples, FAILURES::add)
                .machine("builtin:edit", edit(), Reading.of(TokenUnit.CHARS))
                .build();
    }

    @BeforeAll
    static void start() {
        explorer = Explorer.start(catalogue(), OptionalInt.of(0), FAILURES::add);
        http = new RawHttp(explorer.address());
    }

    @AfterAll
    static void stop() {
        explorer.close();
        assertThat(FAILURES).isEmpty();
    }

    private static String pair(String x, String y) {
        return "{\"client\":\"page\",\"job\":\"1\",\"group\":\"g0\",\"x\":\"" + x + "\",\"y\":\"" + y + "\"}";
    }

    private static RawHttp.Response send(String request, String... headers) throws IOException {
        return http.send(request, List.of(headers), new byte[0]);
    }

    /** The server of the JDK occupies a thread from the first byte of a request. */
    @Test
    void incompleteRequestsDoNotBlockOthers() throws IOException {
        List<Socket> incomplete = new ArrayList<>();
        try {
            for (int k = 0; k < 200; k++) {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), http.port());
                incomplete.add(socket);
                String begin = k % 2 == 0
                        ? "GET /api/state HTTP/1.1\r\nHo"
                        : "POST /api/pair HTTP/1.1\r\n" + http.host()
                                + "\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"x";
                socket.getOutputStream().write(begin.getBytes(StandardCharsets.UTF_8));
            }
            assertThat(http.get("/api/state").status()).isEqualTo(200);
            assertThat(http.post("/api/pair", pair("a", "c")).status()).isEqualTo(200);
            for (Socket socket : incomplete) {
                assertThat(socket.getInputStream().available())
                        .as("an incomplete request is answered")
                        .isZero();
            }
        } finally {
            for (Socket socket : incomplete) {
                socket.close();
            }
        }
    }

    private static void assertRefused(RawHttp.Response response, int status, String line) {
        assertThat(response.status()).isEqualTo(status);
        assertThat(response.error()).isEqualTo(line);
        assertGuarded(response);
    }

    private static void assertGuarded(RawHttp.Response response) {
        assertThat(response.headers())
                .containsEntry(
                        "content-security-policy",
                        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
                                + "img-src 'self' data:; connect-src 'self'; worker-src 'self'; font-src 'self'; "
                                + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
                .containsEntry("x-content-type-options", "nosniff")
                .containsEntry("referrer-policy", "no-referrer")
                .containsEntry("cache-control", "no-store")
                .containsEntry("cross-origin-opener-policy", "same-origin")
                .containsEntry("cross-origin-resource-policy", "same-origin");
    }

    @Test
    void serverListensOnTheLoopbackInterfaceOnly() throws IOException {
        assertThat(explorer.address()).isEqualTo("http://127.0.0.1:" + http.port() + "/");
        // The same port of another address of this computer is still free.
        try (ServerSocket other = new ServerSocket(http.port(), 1, InetAddress.getByName("127.0.0.2"))) {
            assertThat(other.isBound()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "evil.example:%d", "127.0.0.1", "localhost", "127.0.0.1:1", "[::1]:%d", ""})
    void requestForAnotherHostIsRefused(String host) throws IOException {
        String line = "the explorer answers at http://127.0.0.1:" + http.port() + "/ only";
        assertRefused(send("GET /api/state HTTP/1.1", "Host: " + host.formatted(http.port())), 403, line);
    }

    @Test
    void requestWithoutHostOrWithTwoHostsIsRefused() throws IOException {
        assertThat(send("GET /api/state HTTP/1.0").status()).isEqualTo(403);
        assertThat(send("GET /api/state HTTP/1.1", http.host(), "Host: evil.example")
                        .status())
                .isEqualTo(403);
        assertThat(send("GET http://evil.example/api/state HTTP/1.1", "Host: evil.example")
                        .status())
                .isEqualTo(403);
    }

    @Test
    void requestForLocalhostIsAccepted() throws IOException {
        assertThat(send("GET /api/state HTTP/1.1", http.host()).status()).isEqualTo(200);
        assertThat(send("GET /api/state HTTP/1.1", "Host: LocalHost:" + http.port())
                        .status())
                .isEqualTo(200);
    }

    @Test
    void requestFromAnotherOriginIsRefused() throws IOException {
        for (String origin :
                List.of("http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1:" + http.port())) {
            assertRefused(
                    send("GET /api/state HTTP/1.1", http.host(), "Origin: " + origin),
                    403,
                    "the explorer answers its own pages only");
        }
        assertThat(send("GET /api/state HTTP/1.1", http.host(), "Origin: http://127.0.0.1:" + http.port())
                        .status())
                .isEqualTo(200);
    }

    @Test
    void bodyThatIsNotJsonByTypeIsRefused() throws IOException {
        for (String type : List.of("text/plain", "application/x-www-form-urlencoded", "application/jsonp")) {
            byte[] body = pair("a", "c").getBytes(StandardCharsets.UTF_8);
            assertRefused(
                    http.send(
                            "POST /api/pair HTTP/1.1",
                            List.of(http.host(), "Content-Type: " + type, "Content-Length: " + body.length),
                            body),
                    415,
                    "the Content-Type of a request must be application/json");
        }
    }

    @Test
    void bodyAboveTheLimitIsRefused() throws IOException {
        String line = "a request may have at most 65536 bytes; shorten the pair";
        List<String> headers = List.of(http.host(), "Content-Type: application/json");
        List<String> announced = new ArrayList<>(headers);
        announced.add("Content-Length: 1000000000");
        assertRefused(http.send("POST /api/pair HTTP/1.1", announced, new byte[0]), 413, line);

        List<String> chunked = new ArrayList<>(headers);
        chunked.add("Transfer-Encoding: chunked");
        String body = "10001\r\n" + " ".repeat(0x10001) + "\r\n0\r\n\r\n";
        assertRefused(http.send("POST /api/pair HTTP/1.1", chunked, body.getBytes(StandardCharsets.UTF_8)), 413, line);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/nothing",
                "/api",
                "/api/states",
                "/static/",
                "/static/nothing.js",
                "/static/Explorer.class",
                "/static/../report/report.css",
                "/static/..%2Freport%2Freport.css",
                "/static//etc/passwd",
                "/static/%2e%2e/report/report.js"
            })
    void unknownPathIsNotFound(String path) throws IOException {
        assertRefused(http.get(path), 404, "there is nothing at this address");
    }

    @Test
    void wrongMethodIsRefused() throws IOException {
        RawHttp.Response get = http.get("/api/pair");
        assertRefused(get, 405, "only POST is allowed here");
        assertThat(get.headers()).containsEntry("allow", "POST");
        assertRefused(http.post("/api/state", "{}"), 405, "only GET is allowed here");
        assertRefused(send("OPTIONS /api/pair HTTP/1.1", http.host()), 405, "only POST is allowed here");
        RawHttp.Response head = send("HEAD /api/state HTTP/1.1", http.host());
        assertThat(head.status()).isEqualTo(405);
        assertThat(head.body()).isEmpty();
    }

    @Test
    void webLibrariesAreServed() throws IOException {
        for (Map.Entry<String, String> library :
                Map.of("viz.js", "export {", "echarts.js", "echarts").entrySet()) {
            RawHttp.Response script = http.get("/static/" + library.getKey());
            assertThat(script.status()).isEqualTo(200);
            assertThat(script.headers()).containsEntry("content-type", "text/javascript; charset=utf-8");
            assertThat(new String(script.body(), StandardCharsets.UTF_8)).contains(library.getValue());
            assertGuarded(script);
        }
    }

    @Test
    void malformedRequestIsRefusedWithReason() throws IOException {
        RawHttp.Response half = http.post("/api/pair", "{\"group\":");
        assertThat(half.status()).isEqualTo(400);
        assertThat(half.error()).startsWith("the request is not JSON: ");
        assertRefused(http.post("/api/pair", "[]"), 400, "the request must be a JSON object");
        assertRefused(http.post("/api/pair", ""), 400, "the request must be a JSON object");
        assertRefused(http.post("/api/pair", "{}"), 400, "the request must have 'client', a string");
        assertRefused(
                http.post("/api/pair", pair("a", "c").replace("\"a\"", "7")),
                400,
                "the request must have 'x', a string");
        assertRefused(
                http.post("/api/pair", pair("a", "c").replace("g0", "g9")),
                404,
                "there is no group 'g9'; load the page again");
        assertRefused(http.get("/api/machine?id=m9"), 404, "there is no machine 'm9'; load the page again");
    }

    @Test
    void stateListsGroupsMachinesAndRuns() throws IOException {
        JsonNode state = http.get("/api/state").json();
        assertThat(state.get("groups")).hasSize(1);
        JsonNode group = state.get("groups").get(0);
        assertThat(group.get("name").asString()).isEqualTo("builtin:edit");
        assertThat(group.get("hint").asString()).isEqualTo("each character is a symbol");
        assertThat(group.get("inputSymbols").toString()).isEqualTo("[\"a\",\"b\",\"c\"]");
        assertThat(group.get("examples").toString()).isEqualTo("[{\"x\":\"ab\",\"y\":\"c\"}]");
        assertThat(group.get("runs")).isEmpty();
        assertThat(state.get("machines").toString()).isEqualTo("[{\"id\":\"m0\",\"name\":\"builtin:edit\"}]");
        assertThat(state.get("trainings")).isEmpty();
    }

    @Test
    void pairIsAnsweredWithItsLattice() throws IOException {
        JsonNode lattice = http.post("/api/pair", pair("ab", "c")).json();
        assertThat(lattice.get("x").toString()).isEqualTo("[\"a\",\"b\"]");
        assertThat(lattice.get("paths").asString()).isEqualTo(String.valueOf(paths(lattice, 0)));
        assertThat(lattice.get("layout").asString()).isEqualTo("viz");
        JsonNode states = lattice.get("states");
        assertThat(states.get(0).toString()).isEqualTo("{\"i\":0,\"j\":0,\"final\":false}");
        assertThat(states.get(states.size() - 1).toString()).isEqualTo("{\"i\":2,\"j\":1,\"final\":true}");
        for (JsonNode arc : lattice.get("arcs")) {
            JsonNode from = states.get(arc.get("from").asInt());
            JsonNode to = states.get(arc.get("to").asInt());
            assertThat("ab".substring(from.get("i").asInt(), to.get("i").asInt()))
                    .isEqualTo(arc.get("reads").asString());
            assertThat("c".substring(from.get("j").asInt(), to.get("j").asInt()))
                    .isEqualTo(arc.get("writes").asString());
            assertThat(arc.get("mark").asString()).isNotEmpty();
        }
        assertThat(lattice.get("grid").get("states")).hasSize(states.size());
        assertThat(lattice.get("grid").get("middles"))
                .hasSize(lattice.get("arcs").size());
        for (int a = 0; a < lattice.get("arcs").size(); a++) {
            assertThat(lattice.get("dot").asString()).contains("id=\"a" + a + "\"");
        }
        assertThat(lattice.get("dot").asString()).contains("id=\"s0\"");
    }

    /** Counts the paths from a state one by one. */
    private static int paths(JsonNode lattice, int state) {
        int paths = lattice.get("states").get(state).get("final").asBoolean() ? 1 : 0;
        for (JsonNode arc : lattice.get("arcs")) {
            paths += arc.get("from").asInt() == state
                    ? paths(lattice, arc.get("to").asInt())
                    : 0;
        }
        return paths;
    }

    @Test
    void largeLatticeIsLaidOutOnTheGrid() throws IOException {
        JsonNode lattice =
                http.post("/api/pair", pair("abcabcabc", "cdcdcdcdcd")).json();
        assertThat(lattice.get("layout").asString()).isEqualTo("grid");
        assertThat(lattice.has("dot")).isFalse();
    }

    @Test
    void pairAboveTheLimitsIsRefused() throws IOException {
        assertRefused(
                http.post("/api/pair", pair("a".repeat(400), "c".repeat(400))),
                422,
                "a pair of 400 by 400 symbols has 160801 positions, more than the 20000 that the explorer shows; "
                        + "shorten it, or use espalier lattice");
        assertThat(http.post("/api/pair", pair("a".repeat(130), "c".repeat(130)))
                        .error())
                .matches("the lattice of this pair has \\d+ arcs, more than the 20000 that the explorer shows; "
                        + "shorten the pair, or use espalier lattice");
    }

    @Test
    void pairWithoutPathIsRefusedWithReason() throws IOException {
        assertRefused(
                http.post("/api/pair", pair("ä", "c")),
                422,
                "the machine has no input symbol ä; the nearest symbol is 'a'");
    }

    @Test
    void machineIsAnsweredWithItsFacts() throws IOException {
        JsonNode machine = http.get("/api/machine?id=m0").json();
        assertThat(machine.get("states").asInt()).isEqualTo(edit().states());
        assertThat(machine.get("dot").asString()).startsWith("digraph {");
        assertThat(machine.get("source").asString()).isEqualTo(MachineFiles.builtinProgram("edit"));
        assertThat(machine.get("facts").toString())
                .contains("{\"label\":\"marks name a path\",\"value\":\"yes\",\"ok\":true,\"example\":null}")
                .contains(
                        "{\"label\":\"canonical form\",\"value\":\"yes\",\"ok\":true,\"example\":\"has a canonical form of ");
    }

    @Test
    void cancelOfUnknownJobIsRefused() throws IOException {
        assertThat(http.post("/api/cancel", "{\"job\":\"none\"}")
                        .json()
                        .get("cancelled")
                        .asBoolean())
                .isFalse();
        assertThat(http.post("/api/cancel", "{\"job\":\"\"}")
                        .json()
                        .get("cancelled")
                        .asBoolean())
                .isFalse();
    }

    @Test
    void portInUseIsRefusedAndTheDefaultPortMovesOn() {
        assertThatThrownBy(() -> Explorer.start(catalogue(), OptionalInt.of(http.port()), FAILURES::add))
                .isInstanceOf(EspalierException.class)
                .hasMessageMatching(
                        "port " + http.port() + " cannot be used \\(.*\\); choose another, or 0 for any free port")
                .isInstanceOfSatisfying(
                        EspalierException.class, e -> assertThat(e.settings()).containsExactly("port"));
        try (Explorer first = Explorer.start(catalogue(), OptionalInt.empty(), FAILURES::add);
                Explorer second = Explorer.start(catalogue(), OptionalInt.empty(), FAILURES::add)) {
            assertThat(first.address()).isNotEqualTo(second.address());
        }
    }

    @Test
    void serverStopsWhenIdle() throws Exception {
        List<String> none = Collections.synchronizedList(new ArrayList<>());
        try (Explorer idle = Explorer.start(catalogue(), OptionalInt.of(0), none::add)) {
            // Returns although stop() is not called.
            idle.await(Duration.ofMillis(50));
        }
        assertThat(none).isEmpty();
    }
}
