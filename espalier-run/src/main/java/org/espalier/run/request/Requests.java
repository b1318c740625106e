package org.espalier.run.request;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.espalier.fst.base.EspalierException;
import org.espalier.run.folder.TrainedRun;
import org.espalier.run.request.Question.Answerer;
import org.espalier.run.result.Json;
import org.espalier.run.result.RowId;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads questions to a trained run as JSON and answers them. Answers have the shape of the JSON lines of the commands {@code
 * transduce}, {@code align}, {@code score} and {@code lattice}, and the same values for the same settings. Safe for use by
 * several threads while the run is open.
 *
 * <pre>{@code
 * Requests requests = new Requests(run, RequestLimits.LOCAL, 1);
 * requests.answerLines(List.of("{\"id\":7,\"transduce\":{\"x\":\"chat\",\"nbest\":1}}"), 1);
 * // {"id":7,"x":"chat","outputs":[{"y":"ʃ a","probability":0.98,…}]}
 * }</pre>
 */
public final class Requests {
    /** The names of the questions. */
    public static final List<String> QUESTIONS = List.of("transduce", "align", "score", "lattice");

    private static final String ID = "id";
    private static final int MAX_ID = 200;

    /** The number of different questions whose preparation is kept. */
    private static final int MAX_PREPARED = 16;

    /** Refuses what one reader would take in one way and another in another. */
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final TrainedRun run;
    private final RequestLimits limits;
    private final long seed;
    private final Map<Question, Answerer> prepared = new LinkedHashMap<>(MAX_PREPARED, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Question, Answerer> eldest) {
            return size() > MAX_PREPARED;
        }
    };

    /**
     * Creates an answerer.
     *
     * @param run the run, which must stay open
     * @param seed the random seed of requests that have none
     */
    public Requests(TrainedRun run, RequestLimits limits, long seed) {
        this.run = run;
        this.limits = limits;
        this.seed = seed;
    }

    /**
     * Parses a JSON object.
     *
     * @throws EspalierException if the text is not one JSON object
     */
    public static JsonNode parse(String json) {
        try {
            JsonNode object = MAPPER.readTree(json);
            if (object == null || !object.isObject()) {
                throw new EspalierException("the request must be a JSON object");
            }
            return object;
        } catch (JacksonException e) {
            throw new EspalierException(
                    "the request is not JSON: " + e.getOriginalMessage().replaceAll("\\s*\\R\\s*", " "), e);
        }
    }

    /**
     * Reads a request.
     *
     * @param question one of {@link #QUESTIONS}
     * @param fields its fields, as {@code {"x": "chat", "nbest": 1}}
     * @throws EspalierException if a field is missing, unknown, of the wrong type, or beyond a limit
     */
    public Request read(String question, JsonNode fields) {
        RequestFields read = new RequestFields(question, fields);
        String x = read.text("x", limits.characters());
        String y = question.equals("transduce") ? "" : read.text("y", limits.characters());
        Question asked = switch (question) {
            case "transduce" -> Question.Transduce.of(read, limits, seed);
            case "align" -> Question.Align.of(read, limits, seed);
            case "score" -> Question.Score.of(read, limits, seed);
            case "lattice" -> Question.Paths.of(read, limits);
            default -> throw unknown(question);
        };
        read.requireNoOther();
        return new Request(asked, x, y);
    }

    private static EspalierException unknown(String question) {
        return new EspalierException("there is no question " + EspalierException.quote(question)
                + RequestFields.meant(question, Set.copyOf(QUESTIONS)) + "; ask one of "
                + String.join(", ", QUESTIONS));
    }

    /**
     * Answers requests. Those that ask the same, apart from their texts, are answered together.
     *
     * @return one JSON object per request, in order; one with the key {@code error} for a request that cannot be answered
     */
    public List<Map<String, Object>> answer(List<Request> requests) {
        Map<Question, List<Integer>> groups = new LinkedHashMap<>();
        for (int k = 0; k < requests.size(); k++) {
            groups.computeIfAbsent(requests.get(k).question(), question -> new ArrayList<>())
                    .add(k);
        }
        List<Map<String, Object>> answers = new ArrayList<>();
        requests.forEach(request -> answers.add(Map.of()));
        groups.forEach((question, places) -> {
            List<Map<String, Object>> found =
                    answer(question, places.stream().map(requests::get).toList());
            for (int k = 0; k < found.size(); k++) {
                answers.set(places.get(k), found.get(k));
            }
        });
        return answers;
    }

    /** Answers requests that ask the same. If that fails for another reason than one of them, asks them one by one. */
    private List<Map<String, Object>> answer(Question question, List<Request> requests) {
        try {
            return prepared(question).answer(requests);
        } catch (EspalierException e) {
            return failed(requests, String.valueOf(e.getMessage()));
        } catch (RuntimeException | OutOfMemoryError e) {
            if (requests.size() > 1) {
                return requests.stream()
                        .flatMap(request -> answer(question, List.of(request)).stream())
                        .toList();
            }
            if (e instanceof OutOfMemoryError) {
                return failed(requests, outOfMemory());
            }
            System.getLogger("org.espalier").log(Level.ERROR, "a request failed", e);
            return failed(requests, "internal error: " + e + "; the program's messages show where it happened");
        }
    }

    private static List<Map<String, Object>> failed(List<Request> requests, String reason) {
        return requests.stream().map(request -> Question.failure(reason)).toList();
    }

    private static String outOfMemory() {
        return "the answer needs more than the " + (Runtime.getRuntime().maxMemory() >> 20)
                + " MiB of memory that there are; ask for fewer samples, paths or outputs, a smaller beam or a shorter text";
    }

    private Answerer prepared(Question question) {
        synchronized (prepared) {
            return prepared.computeIfAbsent(question, asked -> asked.prepare(run));
        }
    }

    /**
     * Answers lines, each of which is a request {@code {"id": …, "transduce": {…}}}. The id, a string or a whole number, comes
     * first in the answer; an answer without one begins with the number of the line.
     *
     * @param first the number of the first line
     * @return one line per line, in order
     */
    public List<String> answerLines(List<String> lines, long first) {
        List<LineRequest> read = new ArrayList<>();
        for (String line : lines) {
            read.add(readLine(line, first + read.size()));
        }
        List<Map<String, Object>> answers =
                answer(read.stream().flatMap(line -> line.request().stream()).toList());
        List<String> result = new ArrayList<>();
        int next = 0;
        for (LineRequest line : read) {
            result.add(line(line.id, line.request().isPresent() ? answers.get(next++) : line.answer));
        }
        return result;
    }

    /** Returns a line, or one with the reason if its text does not fit into memory. */
    private static String line(RowId id, Map<String, Object> answer) {
        try {
            return Json.line(id, answer);
        } catch (OutOfMemoryError e) {
            return Json.line(id, Question.failure(outOfMemory()));
        }
    }

    /**
     * A line.
     *
     * @param asked the request; null if the line is none
     * @param answer the answer to a line that is no request
     */
    private record LineRequest(RowId id, @Nullable Request asked, Map<String, Object> answer) {
        Optional<Request> request() {
            return Optional.ofNullable(asked);
        }
    }

    private LineRequest readLine(String line, long number) {
        RowId id = RowId.line(number);
        try {
            JsonNode object = parse(line);
            id = id(object.path(ID), id);
            return new LineRequest(id, read(object), Map.of());
        } catch (EspalierException e) {
            return new LineRequest(id, null, Question.failure(String.valueOf(e.getMessage())));
        }
    }

    private static RowId id(JsonNode id, RowId otherwise) {
        if (id.isMissingNode() || id.isNull()) {
            return otherwise;
        }
        if (id.isIntegralNumber() && id.canConvertToLong()) {
            return RowId.id(id.asLong());
        }
        if (id.isString() && id.asString().length() <= MAX_ID) {
            return RowId.id(id.asString());
        }
        throw new EspalierException("id is " + RequestFields.shown(id)
                + ", expected a whole number, or a string of at most " + MAX_ID + " characters");
    }

    private Request read(JsonNode object) {
        Set<String> asked = new TreeSet<>(object.propertyNames());
        asked.remove(ID);
        if (asked.isEmpty()) {
            throw new EspalierException("the request asks nothing; ask one of " + String.join(", ", QUESTIONS));
        }
        for (String key : asked) {
            if (!QUESTIONS.contains(key)) {
                throw unknown(key);
            }
        }
        if (asked.size() > 1) {
            throw new EspalierException(
                    "the request asks " + String.join(" and ", asked) + "; ask one question per request");
        }
        String question = asked.iterator().next();
        return read(question, object.path(question));
    }
}
