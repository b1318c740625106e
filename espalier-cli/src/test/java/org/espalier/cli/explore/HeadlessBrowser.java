package org.espalier.cli.explore;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A headless Chromium with one page, driven over its DevTools protocol. It records the errors and the requests of the page
 * and its workers.
 */
final class HeadlessBrowser implements AutoCloseable {
    private static final Pattern ADDRESS = Pattern.compile("DevTools listening on (ws://\\S+)");
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final long POLL_MILLIS = 25;

    private final Path profile;
    private final Process process;
    private final WebSocket socket;
    private final AtomicInteger commands = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
    private final List<String> problems = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final String page;
    private volatile CompletableFuture<Void> loaded = new CompletableFuture<>();

    /** Returns the path of Chromium, if it is installed. */
    static Optional<Path> find() {
        List<String> names = List.of("chromium", "chromium-browser", "google-chrome");
        return Stream.of(Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator, -1))
                .flatMap(folder -> names.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    HeadlessBrowser(Path program) {
        try {
            profile = Files.createTempDirectory("browser");
            process = new ProcessBuilder(
                            program.toString(),
                            "--headless",
                            "--no-sandbox",
                            "--disable-gpu",
                            "--no-first-run",
                            "--disable-background-networking",
                            "--disable-component-update",
                            "--disable-sync",
                            "--hide-scrollbars",
                            "--user-data-dir=" + profile,
                            "--remote-debugging-port=0",
                            "about:blank")
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create(address()), new MessageListener())
                .join();
        page = attach();
    }

    /** Reads the output of Chromium up to the address of its debugger; later output is discarded. */
    private String address() {
        CompletableFuture<String> address = new CompletableFuture<>();
        Thread reader = new Thread(() -> {
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(process.getErrorStream(), UTF_8))) {
                lines.lines()
                        .map(ADDRESS::matcher)
                        .filter(Matcher::find)
                        .forEach(found -> address.complete(found.group(1)));
            } catch (IOException | UncheckedIOException e) {
                address.completeExceptionally(e);
            }
            address.completeExceptionally(new IOException("Chromium ended without saying where it listens"));
        });
        reader.setDaemon(true);
        reader.start();
        return inTime(address, "the browser to start");
    }

    private String attach() {
        String target = command(null, "Target.createTarget", Map.of("url", "about:blank"))
                .get("targetId")
                .asString();
        String session = command(null, "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .get("sessionId")
                .asString();
        watch(session).join();
        command(session, "Page.enable", Map.of());
        return session;
    }

    /** Attaches to a page or worker, and to the workers that it starts. */
    private CompletableFuture<Void> watch(String session) {
        Map<String, Object> attach = Map.of("autoAttach", true, "waitForDebuggerOnStart", false, "flatten", true);
        return CompletableFuture.allOf(
                send(session, "Runtime.enable", Map.of()),
                send(session, "Log.enable", Map.of()),
                send(session, "Network.enable", Map.of()),
                send(session, "Target.setAutoAttach", attach));
    }

    /** Attaches without waiting, for use by the thread that receives the answers. */
    private void watchInBackground(String session) {
        Thread watcher = new Thread(() -> inTime(watch(session), "a worker"));
        watcher.setDaemon(true);
        watcher.start();
    }

    void size(int width, int height) {
        command(
                page,
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    void colourScheme(String scheme) {
        List<Map<String, String>> features = List.of(Map.of("name", "prefers-color-scheme", "value", scheme));
        command(page, "Emulation.setEmulatedMedia", Map.of("features", features));
    }

    /** Loads a page; reloads it if its address differs at most in the fragment. */
    void open(String address) {
        for (String url : List.of("about:blank", address)) {
            loaded = new CompletableFuture<>();
            command(page, "Page.navigate", Map.of("url", url));
            inTime(loaded, url);
            // The event may be that of the page before, and a script may have changed the fragment since.
            await("document.readyState === 'complete' && location.href.startsWith('" + url.replaceFirst("#.*", "")
                    + "')");
        }
    }

    /** Returns the value of an expression, or of its promise. */
    JsonNode evaluate(String expression) {
        JsonNode result = command(
                page,
                "Runtime.evaluate",
                Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
        if (result.has("exceptionDetails")) {
            throw new AssertionError(expression + " failed: " + result.get("exceptionDetails"));
        }
        return result.get("result").path("value");
    }

    /** Waits until a condition holds. */
    void await(String condition) {
        long end = System.nanoTime() + TIMEOUT.toNanos();
        while (!evaluate("Boolean(" + condition + ")").asBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("in vain: " + condition + "; problems: " + problems);
            }
            try {
                Thread.sleep(POLL_MILLIS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Presses and releases a key in the focused element. */
    void press(String key) {
        for (String type : List.of("rawKeyDown", "keyUp")) {
            command(page, "Input.dispatchKeyEvent", Map.of("type", type, "key", key));
        }
    }

    void screenshot(Path file) {
        JsonNode size = command(page, "Page.getLayoutMetrics", Map.of()).get("cssContentSize");
        Map<String, Object> all =
                Map.of("x", 0, "y", 0, "width", size.get("width"), "height", size.get("height"), "scale", 1);
        JsonNode picture = command(page, "Page.captureScreenshot", Map.of("captureBeyondViewport", true, "clip", all));
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.write(file, Base64.getDecoder().decode(picture.get("data").asString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the errors and warnings of scripts, of the content policy and of loading so far. */
    List<String> problems() {
        return List.copyOf(problems);
    }

    /** Returns the addresses requested so far. */
    List<String> requests() {
        return List.copyOf(requests);
    }

    void forget() {
        problems.clear();
        requests.clear();
    }

    private JsonNode command(@Nullable String session, String method, Map<String, ?> parameters) {
        JsonNode answer = inTime(send(session, method, parameters), method);
        if (answer.has("error")) {
            throw new AssertionError(method + ": " + answer.get("error"));
        }
        return answer.get("result");
    }

    private CompletableFuture<JsonNode> send(@Nullable String session, String method, Map<String, ?> parameters) {
        int id = commands.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        waiting.put(id, answer);
        Map<String, Object> message = new HashMap<>(Map.of("id", id, "method", method, "params", parameters));
        if (session != null) {
            message.put("sessionId", session);
        }
        String text = JsonMapper.shared().writeValueAsString(message);
        synchronized (socket) {
            socket.sendText(text, true).join();
        }
        return answer;
    }

    private static <T> T inTime(CompletableFuture<T> promised, String what) {
        try {
            return promised.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("waited " + TIMEOUT.toSeconds() + " s for " + what, e);
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(what, e);
        }
    }

    private void receive(JsonNode message) {
        if (message.has("id")) {
            CompletableFuture<JsonNode> answer =
                    waiting.remove(message.get("id").asInt());
            if (answer != null) {
                answer.complete(message);
            }
            return;
        }
        JsonNode what = message.get("params");
        switch (message.get("method").asString()) {
            case "Target.attachedToTarget" -> {
                if (!what.get("targetInfo").get("type").asString().equals("page")) {
                    watchInBackground(what.get("sessionId").asString());
                }
            }
            case "Runtime.exceptionThrown" -> problems.add("script: " + what.get("exceptionDetails"));
            case "Runtime.consoleAPICalled" -> {
                if (List.of("error", "warning", "assert")
                        .contains(what.get("type").asString())) {
                    problems.add("console: " + what.get("args"));
                }
            }
            case "Log.entryAdded" -> {
                JsonNode entry = what.get("entry");
                if (List.of("error", "warning").contains(entry.get("level").asString())) {
                    problems.add(entry.get("source").asString() + ": "
                            + entry.get("text").asString() + " "
                            + entry.path("url").asString(""));
                }
            }
            case "Page.loadEventFired" -> loaded.complete(null);
            case "Network.requestWillBeSent" ->
                requests.add(what.get("request").get("url").asString());
            default -> {
                // ignored
            }
        }
    }

    /** Joins the fragments of messages and passes each message on. */
    private final class MessageListener implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            text.append(part);
            if (last) {
                JsonNode message = JsonMapper.shared().readTree(text.toString());
                text.setLength(0);
                receive(message);
            }
            from.request(1);
            return null;
        }
    }

    @Override
    public void close() {
        // The main process would start again what it misses, so it ends first.
        List<ProcessHandle> all = Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .toList();
        for (ProcessHandle each : all) {
            each.destroyForcibly();
        }
        for (ProcessHandle each : all) {
            each.onExit().orTimeout(TIMEOUT.toSeconds(), TimeUnit.SECONDS).join();
        }
        try (Stream<Path> files = Files.walk(profile)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
