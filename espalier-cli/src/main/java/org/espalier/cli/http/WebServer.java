package org.espalier.cli.http;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.FileErrors;

/** An HTTP server on one address. It answers in its own threads from {@link #serve} until it is closed. */
public final class WebServer implements AutoCloseable {
    /** The port that is used unless another is asked for. */
    public static final int DEFAULT_PORT = 8017;

    private static final int PORTS_TRIED = 20;

    /** Seconds after which the connection of an incomplete request is closed. */
    private static final String MAX_REQUEST_SECONDS = "20";

    /**
     * Maximum number of connections that are served at the same time. The server of the JDK occupies a thread from the first
     * byte of a request, so there must be more threads than incomplete requests that somebody might keep open. Further
     * connections are closed.
     */
    private static final int MAX_THREADS = 1024;

    private static final Duration THREAD_IDLE = Duration.ofSeconds(10);

    private final HttpServer server;
    private final ExecutorService threads;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile long lastRequest = System.nanoTime();
    private int underWay;

    private WebServer(HttpServer server) {
        this.server = server;
        this.threads = new ThreadPoolExecutor(
                0, MAX_THREADS, THREAD_IDLE.toSeconds(), TimeUnit.SECONDS, new SynchronousQueue<>(), WebServer::daemon);
        server.setExecutor(threads);
    }

    /** Returns the address of this computer that other computers cannot reach. */
    public static InetAddress loopback() {
        try {
            return InetAddress.getByAddress("localhost", new byte[] {127, 0, 0, 1});
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e); // only for a wrong number of bytes
        }
    }

    /**
     * Binds a port.
     *
     * @param port the port, 0 for any free port
     * @throws EspalierException if the port is in use, or the address is not one of this computer
     */
    public static WebServer bind(InetAddress address, int port) {
        try {
            return open(address, port);
        } catch (BindException e) {
            String place = address.isLoopbackAddress() ? "" : " of address " + address.getHostAddress();
            throw new EspalierException("port " + port + place + " cannot be used (" + e.getMessage()
                            + "); choose another, or 0 for any free port")
                    .withSettings("port");
        } catch (IOException e) {
            throw FileErrors.reading("port " + port, e);
        }
    }

    /** Binds the default port of the loopback interface or, if it is in use, the next free one. */
    public static WebServer bindNearDefault() {
        for (int port = DEFAULT_PORT; port < DEFAULT_PORT + PORTS_TRIED; port++) {
            try {
                return open(loopback(), port);
            } catch (IOException e) {
                // try the next port
            }
        }
        return bind(loopback(), 0);
    }

    private static WebServer open(InetAddress address, int port) throws IOException {
        // Header and body of a reply are two packets. Without this the second waits 40 ms until the first is
        // acknowledged.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        // Requests that are never completed would otherwise occupy their threads for ever.
        System.setProperty("sun.net.httpserver.maxReqTime", MAX_REQUEST_SECONDS);
        // The server closes idle connections above this number, even if the client is just sending its next request.
        System.setProperty("sun.net.httpserver.maxIdleConnections", String.valueOf(MAX_THREADS));
        // As many connections may wait to be accepted: the client of one beyond them would try again only after a
        // second.
        return new WebServer(HttpServer.create(new InetSocketAddress(address, port), MAX_THREADS));
    }

    /** Returns a thread that does not keep the process alive. */
    public static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "server");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Answers requests from now on.
     *
     * @param routes finds the route of a path, or throws a {@link RequestRefusedException}
     * @param failures receives one line per internal error
     */
    public void serve(
            AccessRule access,
            Function<String, Route> routes,
            RequestGuard.BodyLimit limit,
            RequestListener listener,
            Consumer<String> failures) {
        AccessRule noted = (path, headers) -> {
            access.check(path, headers);
            lastRequest = System.nanoTime();
        };
        RequestGuard guard = new RequestGuard(noted, routes, limit, listener, failures);
        server.createContext("/", exchange -> {
            begin();
            try {
                guard.handle(exchange);
            } finally {
                end();
            }
        });
        server.start();
    }

    private synchronized void begin() {
        underWay++;
    }

    private synchronized void end() {
        underWay--;
        notifyAll();
    }

    private int port() {
        return server.getAddress().getPort();
    }

    private String literal() {
        InetAddress address = server.getAddress().getAddress();
        if (address instanceof Inet6Address && address.isLoopbackAddress()) {
            return "[::1]"; // as clients write it; Java writes all the zeros
        }
        String literal = address.getHostAddress();
        return address instanceof Inet6Address ? "[" + literal.replaceAll("%.*", "") + "]" : literal;
    }

    /** Returns the address for a browser or program. */
    public String address() {
        return "http://" + literal() + ":" + port() + "/";
    }

    /** Returns the values of the Host header by which this computer reaches the server. */
    public List<String> hosts() {
        return List.of(literal() + ":" + port(), "localhost:" + port());
    }

    /**
     * Waits until the server is stopped or idle.
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

    /**
     * Waits until no request is under way.
     *
     * @param limit the longest time to wait
     * @return whether all were answered
     */
    public synchronized boolean awaitAnswers(Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        try {
            for (long left = limit.toMillis(); underWay > 0 && left > 0; left = (end - System.nanoTime()) / 1_000_000) {
                wait(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return underWay == 0;
    }

    /** Closes all connections. */
    @Override
    public void close() {
        stop();
        server.stop(0);
        threads.shutdownNow();
    }
}
