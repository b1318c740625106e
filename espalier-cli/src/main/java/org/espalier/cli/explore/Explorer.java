package org.espalier.cli.explore;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.espalier.cli.http.AccessRule;
import org.espalier.cli.http.HttpReply;
import org.espalier.cli.http.RequestGuard;
import org.espalier.cli.http.RequestListener;
import org.espalier.cli.http.RequestRefusedException;
import org.espalier.cli.http.Route;
import org.espalier.cli.http.WebServer;
import org.espalier.fst.base.EspalierException;

/** The server of the explorer, on the loopback interface. It runs in its own threads until it is closed. */
public final class Explorer implements AutoCloseable {
    private static final RequestGuard.BodyLimit MAX_BODY = new RequestGuard.BodyLimit(64 << 10, "shorten the pair");

    private final WebServer server;
    private final ExplorerApi api;
    private final Map<String, Route> routes;

    private Explorer(WebServer server, Catalogue catalogue, Consumer<String> failures) {
        this.server = server;
        this.api = new ExplorerApi(catalogue, failures);
        this.routes = api.routes();
        server.serve(
                AccessRule.ownHosts("the explorer", server.hosts(), "the explorer answers its own pages only"),
                this::route,
                MAX_BODY,
                RequestListener.NONE,
                failures);
    }

    /**
     * Starts the server.
     *
     * @param port the port, 0 for any free port; without one, the default port or the next free one
     * @param failures receives one line per internal error
     * @throws EspalierException if the port is in use
     */
    public static Explorer start(Catalogue catalogue, OptionalInt port, Consumer<String> failures) {
        WebServer server =
                port.isPresent() ? WebServer.bind(WebServer.loopback(), port.getAsInt()) : WebServer.bindNearDefault();
        return new Explorer(server, catalogue, failures);
    }

    /** Returns the address for a browser. */
    public String address() {
        return server.address();
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
        server.await(idle);
    }

    /** Makes {@link #await} return. For any thread. */
    public void stop() {
        server.stop();
    }

    /** Cancels running work and closes the models. */
    @Override
    public void close() {
        server.close();
        api.close();
    }
}
