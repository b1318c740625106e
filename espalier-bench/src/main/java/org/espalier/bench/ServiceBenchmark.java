package org.espalier.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.SamplerKind;
import org.espalier.model.Torch;
import org.espalier.run.Example;
import org.espalier.run.Transducer;
import org.espalier.run.request.Request;
import org.espalier.run.request.RequestLimits;
import org.espalier.run.request.Requests;
import org.espalier.run.result.Json;

/**
 * Measures the service: its rate and times with one client, under load and above its limit. Every answer is compared with that
 * of the model in this process.
 */
final class ServiceBenchmark {
    private static final long SEED = 20261117;
    static final int DIMENSION = 64;
    private static final int WAITING = 64;
    private static final int OK = 200;
    private static final int TOO_MANY = 429;
    private static final int TIMEOUT = 504;

    /** Seconds of the phases other than the load itself. */
    private static final int SHORT = 15;

    /** The number of times that all words are answered without a server. */
    private static final int ROUNDS = 3;

    private static final Duration BETWEEN_READINGS = Duration.ofSeconds(2);
    private static final Duration REPLY_LIMIT = Duration.ofSeconds(60);

    private final int seconds;
    private final int clients;
    private final int steps;
    private final List<String> words;

    private ServiceBenchmark(BenchmarkArguments arguments) {
        this.seconds = arguments.number("--seconds", 300);
        this.clients = arguments.number("--clients", 32);
        this.steps = arguments.number("--steps", 300);
        this.words = SyntheticLexicon.examples(arguments.number("--words", 256), SEED + 1).stream()
                .map(Example::x)
                .distinct()
                .toList();
    }

    static void run(String... args) throws IOException, InterruptedException {
        BenchmarkArguments arguments =
                new BenchmarkArguments(Set.of("--seconds", "--clients", "--words", "--steps"), args);
        ServiceReport report = new ServiceBenchmark(arguments)
                .measure(BenchmarkEnvironment.describe(BenchmarkEnvironment.command("service", args), SEED));
        BenchmarkFolder.publish("service", report, arguments.folder());
    }

    /** A request and the body of its reply. */
    private record Exchange(HttpRequest request, String reply) {}

    private ServiceReport measure(String made) throws IOException, InterruptedException {
        try (TrainedLexicon lexicon = new TrainedLexicon(steps, SEED);
                Transducer transducer = lexicon.train(SamplerKind.SWS, DIMENSION)) {
            Torch.useThreads(1); // as the run, and so as the server
            Requests requests = new Requests(transducer.run(), RequestLimits.LOCAL, 1);
            List<Request> asked = words.stream()
                    .map(word -> requests.read("transduce", Requests.parse(Json.line(Map.of("x", word)))))
                    .toList();
            List<Map<String, Object>> answers = requests.answer(asked);
            ServiceReport.Rate before = rate(requests, asked);
            Process server = start(transducer.run().folder().path());
            try {
                String address = server.inputReader(UTF_8).readLine();
                if (address == null) {
                    throw new EspalierException("the server did not start; its messages are above");
                }
                List<Exchange> exchanges = exchanges(URI.create(address), answers);
                phase("warm-up", exchanges, clients, SHORT);
                ServiceReport.Phase alone = phase("one client", exchanges, 1, SHORT);
                List<MemoryUse> uses = new ArrayList<>();
                List<Double> averages = new ArrayList<>();
                Duration processorBefore = processorTime(server.toHandle());
                ServiceReport.Phase load;
                try (ServerWatch watch = new ServerWatch(URI.create(address), uses, averages)) {
                    load = phase("load", exchanges, clients, seconds);
                }
                double processorSeconds =
                        processorTime(server.toHandle()).minus(processorBefore).toMillis() / 1e3;
                ServiceReport.Phase overload = phase("overload", exchanges, 2 * (WAITING + clients), SHORT);
                server.toHandle().destroy(); // SIGTERM; destroy() of the process would close its output
                if (!server.waitFor(1, TimeUnit.MINUTES)) {
                    throw new EspalierException("the server did not end within a minute after SIGTERM");
                }
                return new ServiceReport(
                        made,
                        steps,
                        words.size(),
                        WAITING,
                        List.of(before, rate(requests, asked)),
                        new ServiceReport.Rate(load.rate(), load.answered().count() / processorSeconds),
                        averages.stream()
                                .mapToDouble(Double::doubleValue)
                                .average()
                                .orElse(0),
                        List.of(alone, load, overload),
                        List.of(
                                SoakReport.Verdict.of("resident set, MiB", uses, MemoryUse::resident),
                                SoakReport.Verdict.of("Java heap with garbage, MiB", uses, MemoryUse::heap)),
                        server.exitValue());
            } finally {
                server.destroyForcibly();
            }
        }
    }

    /** Returns the rate without a server, after a warm-up. */
    private static ServiceReport.Rate rate(Requests requests, List<Request> asked) {
        Bench.progress("transduce without a server");
        requests.answer(asked);
        Duration processorBefore = processorTime(ProcessHandle.current());
        long start = System.nanoTime();
        for (int round = 0; round < ROUNDS; round++) {
            requests.answer(asked);
        }
        double elapsed = (System.nanoTime() - start) / 1e9;
        double processor =
                processorTime(ProcessHandle.current()).minus(processorBefore).toMillis() / 1e3;
        double answered = (double) ROUNDS * asked.size();
        return new ServiceReport.Rate(answered / elapsed, answered / processor);
    }

    private static Duration processorTime(ProcessHandle process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private static Process start(Path run) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xms256m",
                        "-Xmx256m",
                        "-XX:+AlwaysPreTouch",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "org.espalier.cli.Espalier",
                        "serve",
                        "--api",
                        "--run",
                        run.toString(),
                        "--port",
                        "0",
                        "--max-waiting",
                        String.valueOf(WAITING))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private List<Exchange> exchanges(URI address, List<Map<String, Object>> answers) {
        List<Exchange> exchanges = new ArrayList<>();
        for (int k = 0; k < words.size(); k++) {
            String body = Json.line(Map.of("inputs", List.of(words.get(k))));
            exchanges.add(new Exchange(
                    HttpRequest.newBuilder(address.resolve("/api/transduce"))
                            .timeout(REPLY_LIMIT)
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString(body))
                            .build(),
                    Json.line(Map.of("answers", List.of(answers.get(k))))));
        }
        return exchanges;
    }

    /** What one client found. */
    private static final class Client extends Thread {
        private final HttpClient http;
        private final List<Exchange> exchanges;
        private final int first;
        private final CountDownLatch begin;
        private final long nanos;
        final LongArrayList answered = new LongArrayList();
        final LongArrayList refused = new LongArrayList();
        long late;
        long lost;

        Client(HttpClient http, List<Exchange> exchanges, int first, CountDownLatch begin, long nanos) {
            super("client");
            this.http = http;
            this.exchanges = exchanges;
            this.first = first;
            this.begin = begin;
            this.nanos = nanos;
        }

        @Override
        public void run() {
            try {
                begin.await();
                long end = System.nanoTime() + nanos;
                for (int k = first; System.nanoTime() < end; k++) {
                    ask(exchanges.get(k % exchanges.size()));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void ask(Exchange exchange) throws InterruptedException {
            long start = System.nanoTime();
            try {
                HttpResponse<String> reply = http.send(exchange.request, HttpResponse.BodyHandlers.ofString());
                long time = System.nanoTime() - start;
                if (reply.statusCode() == OK && reply.body().equals(exchange.reply)) {
                    answered.add(time);
                } else if (reply.statusCode() == TOO_MANY) {
                    refused.add(time);
                } else if (reply.statusCode() == TIMEOUT) {
                    late++;
                } else {
                    lost++;
                }
            } catch (IOException e) {
                lost++;
            }
        }
    }

    private static ServiceReport.Phase phase(String what, List<Exchange> exchanges, int count, int seconds)
            throws InterruptedException {
        Bench.progress("%s: %d clients, %d seconds", what, count, seconds);
        HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        CountDownLatch begin = new CountDownLatch(1);
        List<Client> clients = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            Client client =
                    new Client(http, exchanges, k * exchanges.size() / count, begin, TimeUnit.SECONDS.toNanos(seconds));
            clients.add(client);
            client.start();
        }
        long start = System.nanoTime();
        begin.countDown();
        LongArrayList answered = new LongArrayList();
        LongArrayList refused = new LongArrayList();
        long late = 0;
        long lost = 0;
        for (Client client : clients) {
            client.join();
            answered.addAll(client.answered);
            refused.addAll(client.refused);
            late += client.late;
            lost += client.lost;
        }
        return new ServiceReport.Phase(
                what,
                count,
                (System.nanoTime() - start) / 1e9,
                ServiceReport.Times.of(answered.toLongArray()),
                ServiceReport.Times.of(refused.toLongArray()),
                late,
                lost);
    }

    /** Reads the memory of the server from its metrics, and the load average of the machine, until it is closed. */
    private static final class ServerWatch extends Thread implements AutoCloseable {
        private static final double MEBIBYTE = 1 << 20;

        private final HttpClient http = HttpClient.newHttpClient();
        private final HttpRequest request;
        private final List<MemoryUse> uses;
        private final List<Double> averages;
        private final CountDownLatch closed = new CountDownLatch(1);

        ServerWatch(URI address, List<MemoryUse> uses, List<Double> averages) {
            super("watch");
            this.request = HttpRequest.newBuilder(address.resolve("/metrics"))
                    .version(HttpClient.Version.HTTP_1_1)
                    .timeout(REPLY_LIMIT)
                    .build();
            this.uses = uses;
            this.averages = averages;
            setDaemon(true);
            start();
        }

        @Override
        public void run() {
            long start = System.nanoTime();
            try {
                while (!closed.await(BETWEEN_READINGS.toMillis(), TimeUnit.MILLISECONDS)) {
                    averages.add(Math.max(
                            0, ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage()));
                    String metrics = http.send(request, HttpResponse.BodyHandlers.ofString())
                            .body();
                    uses.add(new MemoryUse(
                            (int) TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start),
                            mebibytes(metrics, "process_resident_memory_bytes"),
                            mebibytes(metrics, "jvm_memory_used_bytes{area=\"heap\"}"),
                            0,
                            0));
                }
            } catch (IOException e) {
                Bench.progress("no further readings of memory: %s", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private static double mebibytes(String metrics, String series) {
            return metrics.lines()
                    .filter(line -> line.startsWith(series + " "))
                    .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)) / MEBIBYTE)
                    .findFirst()
                    .orElse(0);
        }

        @Override
        public void close() throws InterruptedException {
            closed.countDown();
            join();
        }
    }
}
