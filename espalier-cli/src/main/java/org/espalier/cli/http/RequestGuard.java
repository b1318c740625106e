package org.espalier.cli.http;

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
 * Checks requests, and turns results and failures into replies. A request is accepted by an {@link AccessRule}, work must be
 * requested as JSON, which a form of another page cannot send, and the headers of every reply restrict what our pages may
 * load.
 */
public final class RequestGuard implements HttpHandler {
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

    private final AccessRule access;
    private final Function<String, Route> routes;
    private final BodyLimit limit;
    private final RequestListener listener;
    private final Consumer<String> failures;

    /**
     * The largest body of a request.
     *
     * @param remedy what to do about a larger one
     */
    public record BodyLimit(int bytes, String remedy) {}

    /**
     * Creates a guard.
     *
     * @param routes finds the route of a path, or throws a {@link RequestRefusedException}
     * @param failures receives one line per internal error
     */
    public RequestGuard(
            AccessRule access,
            Function<String, Route> routes,
            BodyLimit limit,
            RequestListener listener,
            Consumer<String> failures) {
        this.access = access;
        this.routes = routes;
        this.limit = limit;
        this.listener = listener;
        this.failures = failures;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        long start = System.nanoTime();
        try (exchange) {
            Replied replied = reply(exchange);
            try {
                send(exchange, replied.reply);
            } finally {
                listener.answered(replied.path, replied.reply.status(), System.nanoTime() - start);
            }
        }
    }

    /**
     * A reply.
     *
     * @param path the path of the route that made it, or the empty string
     */
    private record Replied(String path, HttpReply reply) {}

    private static void send(HttpExchange exchange, HttpReply reply) throws IOException {
        Headers headers = exchange.getResponseHeaders();
        HEADERS.forEach(headers::set);
        reply.headers().forEach(headers::set);
        headers.set("Content-Type", reply.type());
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.sendResponseHeaders(reply.status(), -1);
            return;
        }
        exchange.sendResponseHeaders(reply.status(), reply.body().length);
        exchange.getResponseBody().write(reply.body());
    }

    private Replied reply(HttpExchange exchange) {
        String path = exchange.getRequestURI().getPath();
        String known = "";
        try {
            access.check(path, exchange.getRequestHeaders());
            Route route = routes.apply(path);
            known = path;
            return new Replied(known, answer(exchange, route));
        } catch (RequestRefusedException refusal) {
            return new Replied(known, HttpReply.refused(refusal));
        } catch (EspalierException e) {
            return refused(known, RequestRefusedException.UNPROCESSABLE, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return refused(
                    known, RequestRefusedException.BAD_REQUEST, "the request could not be read: " + e.getMessage());
        } catch (Exception | Error e) {
            String line = "internal error: " + e;
            failures.accept(path + ": " + line);
            return refused(known, RequestRefusedException.INTERNAL, line);
        }
    }

    private static Replied refused(String path, int status, String line) {
        return new Replied(path, HttpReply.refused(new RequestRefusedException(status, line)));
    }

    private HttpReply answer(HttpExchange exchange, Route route) throws IOException {
        if (!exchange.getRequestMethod().equals(route.method())) {
            throw new RequestRefusedException(
                    RequestRefusedException.METHOD_NOT_ALLOWED,
                    "only " + route.method() + " is allowed here",
                    Map.of("Allow", route.method()));
        }
        if (route instanceof Route.Post post) {
            return post.answer().apply(body(exchange));
        }
        return ((Route.Get) route).answer().apply(query(exchange.getRequestURI().getRawQuery()));
    }

    private byte[] body(HttpExchange exchange) throws IOException {
        Headers headers = exchange.getRequestHeaders();
        String type = String.valueOf(headers.getFirst("Content-Type"));
        if (!type.toLowerCase(Locale.ROOT).matches("application/json\\s*(;.*)?")) {
            throw new RequestRefusedException(
                    RequestRefusedException.NOT_JSON, "the Content-Type of a request must be application/json");
        }
        String length = headers.getFirst("Content-Length");
        if (length == null && !headers.containsKey("Transfer-Encoding")) {
            throw new RequestRefusedException(
                    RequestRefusedException.LENGTH_REQUIRED,
                    "the request has no Content-Length; send one, or send the body in chunks");
        }
        // The server has already refused lengths that are not numbers.
        if (length != null && Long.parseLong(length.strip()) > limit.bytes) {
            throw tooLarge();
        }
        byte[] body = exchange.getRequestBody()
                .readNBytes(Math.max(limit.bytes, limit.bytes + 1)); // no sum if that would overflow
        if (body.length > limit.bytes) {
            throw tooLarge();
        }
        return body;
    }

    private RequestRefusedException tooLarge() {
        return new RequestRefusedException(
                RequestRefusedException.TOO_LARGE,
                "a request may have at most " + limit.bytes + " bytes; " + limit.remedy);
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
