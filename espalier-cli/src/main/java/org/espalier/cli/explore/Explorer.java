package org.espalier.cli.explore;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.FileErrors;

/** The server of the explorer, on the loopback interface. It runs in threads of its own until it is closed. */
public final class Explorer implements AutoCloseable {
    /** How long a request may take to arrive. */
    private static final String SECONDS_TO_ASK = "20";

    private static final int DEFAULT_PORT = 8017;
    private static final int PORTS_TRIED = 20;

    /** Each waits for at most one piece of work; whoever comes then waits for a thread. */
    private static final int THREADS = 32;

    private final HttpServer server;
    private final ExecutorService threads;
    private final ExplorerApi api;
    private final Map<String, Route> routes;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile long lastEntry = System.nanoTime();

    private Explorer(HttpServer server, Catalogue catalogue, Consumer<String> failures) {
        this.server = server;
        this.api = new ExplorerApi(catalogue, failures);
        this.routes = api.routes();
        this.threads = Executors.newFixedThreadPool(THREADS, Explorer::daemon);
        server.setExecutor(threads);
        server.createContext("/", new RequestGuard(port(), this::route, this::entered, failures));
        server.start();
    }

    /**
     * Starts to serve.
     *
     * @param port where, 0 for any that is free; if none is given, the usual one or the next that is free
     * @param failures told in a line of what should not have happened
     * @throws EspalierException if the port is taken
     */
    public static Explorer start(Catalogue catalogue, OptionalInt port, Consumer<String> failures) {
        return new Explorer(port.isPresent() ? bind(port.getAsInt()) : bindNear(), catalogue, failures);
    }

    private static HttpServer bind(int port) {
        try {
            return open(port);
        } catch (BindException e) {
            throw new EspalierException("port " + port + " cannot be used (" + e.getMessage()
                    + "); name another with --port, or --port 0 for any that is free");
        } catch (IOException e) {
            throw FileErrors.reading("port " + port, e);
        }
    }

    private static HttpServer bindNear() {
        for (int port = DEFAULT_PORT; port < DEFAULT_PORT + PORTS_TRIED; port++) {
            try {
                return open(port);
            } catch (IOException e) {
                // the next may be free
            }
        }
        return bind(0);
    }

    private static HttpServer open(int port) throws IOException {
        // Head and body of a reply are two packets; without this the second waits 40 ms for the first to be
        // acknowledged.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        // Requests that are begun and never ended would otherwise hold the threads that answer for ever.
        System.setProperty("sun.net.httpserver.maxReqTime", SECONDS_TO_ASK);
        InetAddress loopback = InetAddress.getByAddress("localhost", new byte[] {127, 0, 0, 1});
        return HttpServer.create(new InetSocketAddress(loopback, port), 0);
    }

    static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "explorer");
        thread.setDaemon(true);
        return thread;
    }

    private int port() {
        return server.getAddress().getPort();
    }

    /** Where a browser finds it. */
    public String address() {
        return "http://127.0.0.1:" + port() + "/";
    }

    private void entered() {
        lastEntry = System.nanoTime();
    }

    private Route route(String path) {
        Route route = routes.get(path);
        if (route != null) {
            return route;
        }
        String name = switch (path) {
            case "/" -> "index.html";
            case "/machine" -> "machine.html";
            case "/training" -> "training.html";
            default -> path.startsWith("/static/") ? path.substring("/static/".length()) : "";
        };
        HttpReply file = StaticFiles.find(name)
                .orElseThrow(() -> new RequestRefusedException(
                        RequestRefusedException.NOT_FOUND, "there is nothing at this address"));
        return new Route.Get(query -> file);
    }

    /** Waits until it is stopped or, if that is more than nothing, nobody has asked anything for so long. */
    public void await(Duration idle) throws InterruptedException {
        if (idle.isZero()) {
            stopped.await();
            return;
        }
        long left = idle.toNanos();
        while (left > 0 && !stopped.await(left, TimeUnit.NANOSECONDS)) {
            left = idle.toNanos() - (System.nanoTime() - lastEntry);
        }
    }

    /** Makes {@link #await} return; from any thread. */
    public void stop() {
        stopped.countDown();
    }

    /** Ends work that is under way, and gives up the models. */
    @Override
    public void close() {
        stop();
        server.stop(0);
        api.close();
        threads.shutdownNow();
    }
}
