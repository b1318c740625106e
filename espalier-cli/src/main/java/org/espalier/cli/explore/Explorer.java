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
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.FileErrors;

/** The HTTP server of the explorer, on the loopback interface. It runs in its own threads until it is closed. */
public final class Explorer implements AutoCloseable {
    /** Seconds after which the connection of an incomplete request is closed. */
    private static final String MAX_REQUEST_SECONDS = "20";

    private static final int DEFAULT_PORT = 8017;
    private static final int PORTS_TRIED = 20;

    /**
     * Maximum number of connections that are served at the same time. The server of the JDK occupies a thread from the first
     * byte of a request, so there must be more threads than incomplete requests that somebody might keep open. Further
     * connections are closed.
     */
    private static final int MAX_THREADS = 1024;

    private static final Duration THREAD_IDLE = Duration.ofSeconds(10);

    private final HttpServer server;
    private final ExecutorService threads;
    private final ExplorerApi api;
    private final Map<String, Route> routes;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile long lastRequest = System.nanoTime();

    private Explorer(HttpServer server, Catalogue catalogue, Consumer<String> failures) {
        this.server = server;
        this.api = new ExplorerApi(catalogue, failures);
        this.routes = api.routes();
        this.threads = new ThreadPoolExecutor(
                0, MAX_THREADS, THREAD_IDLE.toSeconds(), TimeUnit.SECONDS, new SynchronousQueue<>(), Explorer::daemon);
        server.setExecutor(threads);
        server.createContext("/", new RequestGuard(port(), this::route, this::requestAccepted, failures));
        server.start();
    }

    /**
     * Starts the server.
     *
     * @param port the port, 0 for any free port; without one, the default port or the next free one
     * @param failures receives one line per internal error
     * @throws EspalierException if the port is in use
     */
    public static Explorer start(Catalogue catalogue, OptionalInt port, Consumer<String> failures) {
        return new Explorer(port.isPresent() ? bind(port.getAsInt()) : bindNear(), catalogue, failures);
    }

    private static HttpServer bind(int port) {
        try {
            return open(port);
        } catch (BindException e) {
            throw new EspalierException("port " + port + " cannot be used (" + e.getMessage()
                            + "); choose another, or 0 for any free port")
                    .withSettings("port");
        } catch (IOException e) {
            throw FileErrors.reading("port " + port, e);
        }
    }

    private static HttpServer bindNear() {
        for (int port = DEFAULT_PORT; port < DEFAULT_PORT + PORTS_TRIED; port++) {
            try {
                return open(port);
            } catch (IOException e) {
                // try the next port
            }
        }
        return bind(0);
    }

    private static HttpServer open(int port) throws IOException {
        // Header and body of a reply are two packets. Without this the second waits 40 ms until the first is
        // acknowledged.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        // Requests that are never completed would otherwise occupy their threads for ever.
        System.setProperty("sun.net.httpserver.maxReqTime", MAX_REQUEST_SECONDS);
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

    /** Returns the address for a browser. */
    public String address() {
        return "http://127.0.0.1:" + port() + "/";
    }

    private void requestAccepted() {
        lastRequest = System.nanoTime();
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

    /**
     * Waits until the explorer is stopped or idle.
     *
     * @param idle the time without a request after which this returns; zero means never
     */
    public void await(Duration idle) throws InterruptedException {
        if (idle.isZero()) {
            stopped.await();
            return;
        }
        long left = idle.toNanos();
        while (left > 0 && !stopped.await(left, TimeUnit.NANOSECONDS)) {
            left = idle.toNanos() - (System.nanoTime() - lastRequest);
        }
    }

    /** Makes {@link #await} return. For any thread. */
    public void stop() {
        stopped.countDown();
    }

    /** Cancels running work and closes the models. */
    @Override
    public void close() {
        stop();
        server.stop(0);
        api.close();
        threads.shutdownNow();
    }
}
