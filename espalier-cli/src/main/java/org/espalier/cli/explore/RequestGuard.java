package org.espalier.cli.explore;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.espalier.fst.base.EspalierException;
import org.jspecify.annotations.Nullable;

/**
 * Accepts requests of the explorer's own pages only, and turns results and failures into replies.
 *
 * <p>Any page of the web can make a browser send requests to this computer. A page whose host name resolves to this computer is
 * recognized by the Host header, a request across origins by its Origin, and a form by its Content-Type. The headers of every
 * reply restrict what our pages may load.
 */
final class RequestGuard implements HttpHandler {
    static final int MAX_BODY = 64 << 10;

    private static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy",
                    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
                            + "connect-src 'self'; worker-src 'self'; font-src 'self'; base-uri 'none'; "
                            + "form-action 'none'; frame-ancestors 'none'",
            "X-Content-Type-Options", "nosniff",
            "Referrer-Policy", "no-referrer",
            "Cache-Control", "no-store",
            "Cross-Origin-Opener-Policy", "same-origin",
            "Cross-Origin-Resource-Policy", "same-origin");

    private final List<String> hosts;
    private final List<String> origins;
    private final Function<String, Route> routes;
    private final Runnable onAccepted;
    private final Consumer<String> failures;

    /**
     * Creates a guard.
     *
     * @param routes finds the route of a path, or throws a {@link RequestRefusedException}
     * @param onAccepted is called for each request that is accepted
     * @param failures receives one line per internal error
     */
    RequestGuard(int port, Function<String, Route> routes, Runnable onAccepted, Consumer<String> failures) {
        this.hosts = List.of("127.0.0.1:" + port, "localhost:" + port);
        this.origins = hosts.stream().map(host -> "http://" + host).toList();
        this.routes = routes;
        this.onAccepted = onAccepted;
        this.failures = failures;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            send(exchange, reply(exchange));
        }
    }

    private static void send(HttpExchange exchange, HttpReply reply) throws IOException {
        Headers headers = exchange.getResponseHeaders();
        HEADERS.forEach(headers::set);
        headers.set("Content-Type", reply.type());
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.sendResponseHeaders(reply.status(), -1);
            return;
        }
        exchange.sendResponseHeaders(reply.status(), reply.body().length);
        exchange.getResponseBody().write(reply.body());
    }

    private HttpReply reply(HttpExchange exchange) {
        try {
            requireOwnPage(exchange.getRequestHeaders());
            onAccepted.run();
            return answer(exchange);
        } catch (RequestRefusedException refusal) {
            return HttpReply.error(refusal.status(), refusal.line());
        } catch (EspalierException e) {
            return HttpReply.error(RequestRefusedException.UNPROCESSABLE, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return HttpReply.error(
                    RequestRefusedException.BAD_REQUEST, "the request could not be read: " + e.getMessage());
        } catch (Exception | Error e) {
            String line = "internal error: " + e;
            failures.accept(exchange.getRequestURI().getPath() + ": " + line);
            return HttpReply.error(RequestRefusedException.INTERNAL, line);
        }
    }

    private void requireOwnPage(Headers headers) {
        List<String> host = headers.getOrDefault("Host", List.of());
        if (host.size() != 1 || !hosts.contains(host.get(0).toLowerCase(Locale.ROOT))) {
            throw new RequestRefusedException(
                    RequestRefusedException.FORBIDDEN, "the explorer answers at http://" + hosts.get(0) + "/ only");
        }
        List<String> origin = headers.getOrDefault("Origin", List.of());
        if (!origins.containsAll(origin)) {
            throw new RequestRefusedException(
                    RequestRefusedException.FORBIDDEN, "the explorer answers its own pages only");
        }
    }

    private HttpReply answer(HttpExchange exchange) throws IOException {
        Route route = routes.apply(exchange.getRequestURI().getPath());
        if (!exchange.getRequestMethod().equals(route.method())) {
            exchange.getResponseHeaders().set("Allow", route.method());
            throw new RequestRefusedException(
                    RequestRefusedException.METHOD_NOT_ALLOWED, "only " + route.method() + " is allowed here");
        }
        if (route instanceof Route.Post post) {
            return post.answer().apply(JsonRequest.of(body(exchange)));
        }
        return ((Route.Get) route).answer().apply(query(exchange.getRequestURI().getRawQuery()));
    }

    private static byte[] body(HttpExchange exchange) throws IOException {
        String type = String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type"));
        if (!type.toLowerCase(Locale.ROOT).matches("application/json\\s*(;.*)?")) {
            throw new RequestRefusedException(
                    RequestRefusedException.NOT_JSON, "the Content-Type of a request must be application/json");
        }
        if (contentLength(exchange.getRequestHeaders()) > MAX_BODY) {
            throw tooLarge();
        }
        byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY + 1);
        if (body.length > MAX_BODY) {
            throw tooLarge();
        }
        return body;
    }

    /** Returns the Content-Length, 0 without one. The server has already refused values that are not numbers. */
    private static long contentLength(Headers headers) {
        String length = headers.getFirst("Content-Length");
        return length == null ? 0 : Long.parseLong(length.strip());
    }

    private static RequestRefusedException tooLarge() {
        return new RequestRefusedException(
                RequestRefusedException.TOO_LARGE,
                "a request may have at most " + MAX_BODY + " bytes; shorten the pair");
    }

    /** Returns the parameters of a query. The server has already refused wrong encodings. */
    private static Map<String, String> query(@Nullable String raw) {
        Map<String, String> query = new HashMap<>();
        for (String part : raw == null ? List.<String>of() : List.of(raw.split("&", -1))) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                query.put(
                        part.substring(0, equals),
                        URLDecoder.decode(part.substring(equals + 1), StandardCharsets.UTF_8));
            }
        }
        return query;
    }
}
