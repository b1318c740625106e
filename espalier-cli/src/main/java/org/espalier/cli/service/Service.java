package org.espalier.cli.service;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.espalier.cli.http.AccessRule;
import org.espalier.cli.http.RequestGuard;
import org.espalier.cli.http.RequestRefusedException;
import org.espalier.cli.http.Route;
import org.espalier.cli.http.WebServer;
import org.espalier.fst.base.EspalierException;
import org.espalier.run.request.Request;
import org.espalier.run.request.Requests;

/** The server of the service. It runs in its own threads until it is closed. */
public final class Service implements AutoCloseable {
    /** As many questions as keep a batch of the search full. */
    private static final int BATCH_SIZE = 32;

    /** The paths that need no token: whoever starts and watches processes asks them. */
    private static final Set<String> OPEN_PATHS = Set.of(ServiceApi.LIVE, ServiceApi.READY);

    /** The time that a reply may take after the time of its request is over. */
    private static final Duration REPLY_TIME = Duration.ofSeconds(2);

    private final WebServer server;
    private final BatchQueue<Request, Map<String, Object>> queue;
    private final Duration patience;
    private final Runnable onThreadsEnded;

    /**
     * Where the service listens, and to whom.
     *
     * @param port the port, 0 for any free port
     * @param token the token that requests must carry; without one, they must be for the server's own address
     */
    public record Access(InetAddress address, int port, Optional<AccessToken> token) {}

    /**
     * What answers questions.
     *
     * @param reader reads questions
     * @param answers returns the answers of questions, in order; called by several threads at the same time
     * @param threads the number of threads that answer
     * @param threadSetup is called once by each of them
     */
    public record Answering(
            Requests reader,
            Function<List<Request>, List<Map<String, Object>>> answers,
            int threads,
            Runnable threadSetup) {}

    private Service(
            WebServer server,
            Access access,
            ServiceLimits limits,
            Answering answering,
            Runnable onThreadsEnded,
            Consumer<String> failures) {
        this.server = server;
        this.patience = limits.timeout().plus(REPLY_TIME);
        this.onThreadsEnded = onThreadsEnded;
        ServiceMetrics metrics = new ServiceMetrics();
        this.queue = new BatchQueue<>(
                new BatchQueue.Settings(answering.threads, BATCH_SIZE, limits.waiting(), limits.timeout()),
                answering.answers,
                answering.threadSetup,
                metrics::batchAnswered);
        Map<String, Route> routes = new ServiceApi(answering.reader, limits, queue, metrics).routes();
        server.serve(
                rule(access, server),
                path -> {
                    Route route = routes.get(path);
                    if (route == null) {
                        throw new RequestRefusedException(
                                RequestRefusedException.NOT_FOUND,
                                "there is nothing at this address; /api/openapi.json lists what there is");
                    }
                    return route;
                },
                new RequestGuard.BodyLimit(limits.bytes(), "send several requests"),
                metrics,
                failures);
    }

    /**
     * Starts the service.
     *
     * @param onThreadsEnded is called by {@link #close} when nothing is computed any more; not if that takes too long
     * @param failures receives one line per internal error
     * @throws EspalierException if the port is in use
     */
    public static Service start(
            Access access,
            ServiceLimits limits,
            Answering answering,
            Runnable onThreadsEnded,
            Consumer<String> failures) {
        WebServer server = WebServer.bind(access.address, access.port);
        return new Service(server, access, limits, answering, onThreadsEnded, failures);
    }

    private static AccessRule rule(Access access, WebServer server) {
        return access.token
                .<AccessRule>map(token -> (path, headers) -> {
                    if (!OPEN_PATHS.contains(path)) {
                        token.check(headers);
                    }
                })
                .orElseGet(
                        () -> AccessRule.ownHosts(
                                "the service",
                                server.hosts(),
                                "the service answers no pages of other origins; call it from a program, or start it with a token"));
    }

    /** Returns the address for programs. */
    public String address() {
        return server.address();
    }

    /**
     * Waits until the service is stopped or idle.
     *
     * @param idle the time without a request after which this returns; zero means never
     */
    public void await(Duration idle) throws InterruptedException {
        server.await(idle);
    }

    /** Makes {@link #await} return. For any thread. */
    public void stop() {
        server.stop();
    }

    /**
     * Refuses further requests, answers those under way, and ends. That takes at most the time of a request, since each has its
     * answer by then, if only that there is none.
     */
    @Override
    public void close() {
        server.stop();
        queue.close();
        server.awaitAnswers(patience);
        server.close();
        if (queue.awaitThreads(REPLY_TIME)) {
            onThreadsEnded.run();
        }
    }
}
