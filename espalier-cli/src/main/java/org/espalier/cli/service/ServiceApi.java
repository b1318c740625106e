package org.espalier.cli.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.espalier.cli.http.HttpReply;
import org.espalier.cli.http.RequestRefusedException;
import org.espalier.cli.http.Route;
import org.espalier.fst.base.EspalierException;
import org.espalier.run.request.Request;
import org.espalier.run.request.Requests;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The paths of the service. A request has one or more inputs, or pairs, and options that hold for all of them. */
final class ServiceApi {
    static final String LIVE = "/health/live";
    static final String READY = "/health/ready";

    private final Requests requests;
    private final ServiceLimits limits;
    private final BatchQueue<Request, Map<String, Object>> queue;
    private final ServiceMetrics metrics;
    private final HttpReply description;

    /** Creates the API; {@code requests} reads the questions that the queue answers. */
    ServiceApi(
            Requests requests,
            ServiceLimits limits,
            BatchQueue<Request, Map<String, Object>> queue,
            ServiceMetrics metrics) {
        this.requests = requests;
        this.limits = limits;
        this.queue = queue;
        this.metrics = metrics;
        this.description = HttpReply.json(description(limits));
    }

    Map<String, Route> routes() {
        return Map.of(
                "/api/transduce",
                new Route.Post(body -> answer("transduce", "inputs", body)),
                "/api/align",
                new Route.Post(body -> answer("align", "pairs", body)),
                "/api/score",
                new Route.Post(body -> answer("score", "pairs", body)),
                "/api/openapi.json",
                new Route.Get(query -> description),
                LIVE,
                new Route.Get(query -> HttpReply.json(Map.of("status", "live"))),
                READY,
                new Route.Get(query -> ready()),
                "/metrics",
                new Route.Get(query -> HttpReply.of(
                        ServiceMetrics.CONTENT_TYPE,
                        metrics.text(queue::waitingRequests, queue::waitingQuestions)
                                .getBytes(UTF_8))));
    }

    private HttpReply ready() {
        if (queue.isClosed()) {
            throw BatchQueue.closing();
        }
        return HttpReply.json(Map.of("status", "ready"));
    }

    /**
     * Answers a request.
     *
     * @param key the key of the array of inputs or pairs
     */
    private HttpReply answer(String question, String key, byte[] body) {
        List<Request> asked;
        try {
            asked = read(question, key, Requests.parse(text(body)));
        } catch (EspalierException e) {
            throw new RequestRefusedException(RequestRefusedException.BAD_REQUEST, String.valueOf(e.getMessage()));
        }
        return HttpReply.json(Map.of("answers", queue.ask(asked)));
    }

    private static String text(byte[] body) {
        try {
            return UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
        } catch (CharacterCodingException e) {
            throw new EspalierException("the request is not UTF-8 text; encode it as UTF-8", e);
        }
    }

    private List<Request> read(String question, String key, JsonNode body) {
        JsonNode items = body.path(key);
        if (!items.isArray() || items.isEmpty()) {
            throw new EspalierException("the request must have " + EspalierException.quote(key) + ", an array of "
                    + (key.equals("inputs") ? "strings" : "objects with x and y") + " that is not empty");
        }
        if (items.size() > limits.inputs()) {
            throw new RequestRefusedException(
                    RequestRefusedException.TOO_LARGE,
                    "the request has " + items.size() + " " + key + ", more than the " + limits.inputs()
                            + " that a request may have; send several requests");
        }
        ObjectNode options = ((ObjectNode) body).without(key);
        if (options.has("x") || options.has("y")) {
            throw new EspalierException("x and y belong into " + EspalierException.quote(key) + "; move them there");
        }
        List<Request> read = new ArrayList<>();
        for (JsonNode item : items) {
            try {
                read.add(requests.read(question, fields(key, item, options)));
            } catch (EspalierException e) {
                throw items.size() == 1 ? e : new EspalierException(key + "[" + read.size() + "]: " + e.getMessage());
            }
        }
        return read;
    }

    /** Returns the fields of one question: its texts and the options of the request. */
    private static JsonNode fields(String key, JsonNode item, ObjectNode options) {
        ObjectNode fields = options.deepCopy();
        if (key.equals("inputs")) {
            return fields.set("x", item);
        }
        if (!item.isObject() || !Set.of("x", "y").containsAll(item.propertyNames())) {
            throw new EspalierException("a pair must be an object with x and y only; options belong beside the pairs");
        }
        return fields.setAll((ObjectNode) item);
    }

    /** Returns the OpenAPI description with the limits of this service. */
    private static JsonNode description(ServiceLimits limits) {
        JsonNode description;
        try (InputStream in = ServiceApi.class.getResourceAsStream("openapi.json")) {
            description = JsonMapper.shared().readTree(Objects.requireNonNull(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        JsonNode schemas = description.path("components").path("schemas");
        ((ObjectNode) schemas.path("Text")).put("maxLength", limits.characters());
        ((ObjectNode) schemas.path("Inputs")).put("maxItems", limits.inputs());
        ((ObjectNode) schemas.path("Pairs")).put("maxItems", limits.inputs());
        return description;
    }
}
