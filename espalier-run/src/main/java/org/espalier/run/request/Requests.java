package org.espalier.run.request;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
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
        if (question.equals("transduce") && x.isBlank()) {
            throw new EspalierException("transduce.x is empty; give the symbols of an input");
        }
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
        List<Map<String, Object>> answers = new ArrayList<>(Collections.nCopies(requests.size(), Map.of()));
        answer(requests, (answer, k) -> answers.set(k, answer));
        return answers;
    }

    /** Passes on the answer to each request with its index, on the calling thread, as soon as it is known. */
    private void answer(List<Request> requests, ObjIntConsumer<Map<String, Object>> consumer) {
        Map<Question, List<Integer>> groups = new LinkedHashMap<>();
        for (int k = 0; k < requests.size(); k++) {
            groups.computeIfAbsent(requests.get(k).question(), question -> new ArrayList<>())
                    .add(k);
        }
        groups.forEach((question, places) -> answer(
                question,
                places.stream().map(requests::get).toList(),
                (answer, k) -> consumer.accept(answer, places.get(k))));
    }

    /** Answers requests that ask the same. If that fails, those that have no answer yet are asked one by one. */
    private void answer(Question question, List<Request> requests, ObjIntConsumer<Map<String, Object>> consumer) {
        Delivery delivery = new Delivery(consumer);
        try {
            prepared(question).answer(requests, delivery);
        } catch (RuntimeException | OutOfMemoryError e) {
            if (delivery.isInterrupted) {
                throw e;
            }
            delivery.missing(requests.size()).forEach(k -> {
                if (e instanceof EspalierException || requests.size() == 1) {
                    consumer.accept(Question.failure(reason(e)), k);
                } else {
                    answer(question, List.of(requests.get(k)), (answer, only) -> consumer.accept(answer, k));
                }
            });
        }
    }

    /** Passes answers on, and knows which it has passed on, and whether the receiver failed. */
    private static final class Delivery implements ObjIntConsumer<Map<String, Object>> {
        private final ObjIntConsumer<Map<String, Object>> receiver;
        private final BitSet delivered = new BitSet();
        private boolean isInterrupted;

        Delivery(ObjIntConsumer<Map<String, Object>> receiver) {
            this.receiver = receiver;
        }

        @Override
        public void accept(Map<String, Object> answer, int k) {
            isInterrupted = true;
            receiver.accept(answer, k);
            isInterrupted = false;
            delivered.set(k);
        }

        /** Returns the requests that have no answer yet. */
        IntStream missing(int requests) {
            return IntStream.range(0, requests).filter(k -> !delivered.get(k));
        }
    }

    private static String reason(Throwable failure) {
        if (failure instanceof EspalierException) {
            return String.valueOf(failure.getMessage());
        }
        if (failure instanceof OutOfMemoryError) {
            return outOfMemory();
        }
        System.getLogger("org.espalier").log(Level.ERROR, "a request failed", failure);
        return "internal error: " + failure + "; the program's messages show where it happened";
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
        List<String> answers = new ArrayList<>();
        answerLines(lines, first, answers::add);
        return answers;
    }

    /**
     * Answers lines as {@link #answerLines(List, long)} does.
     *
     * @param consumer receives one line per line, in order, on the calling thread, as soon as it is known
     */
    public void answerLines(List<String> lines, long first, Consumer<String> consumer) {
        List<LineRequest> read = new ArrayList<>();
        List<Request> asked = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        for (String line : lines) {
            LineRequest request = readLine(line, first + read.size());
            if (request.asked != null) {
                asked.add(request.asked);
                places.add(read.size());
            }
            read.add(request);
        }
        InOrder answers = new InOrder(read, consumer);
        answers.passOn();
        answer(asked, (answer, k) -> answers.accept(answer, places.get(k)));
    }

    /** Passes the answers to lines on in the order of the lines. */
    private static final class InOrder implements ObjIntConsumer<Map<String, Object>> {
        private final List<LineRequest> lines;
        private final Consumer<String> consumer;
        private final List<@Nullable Map<String, Object>> waiting;
        private int next;

        InOrder(List<LineRequest> lines, Consumer<String> consumer) {
            this.lines = lines;
            this.consumer = consumer;
            this.waiting = new ArrayList<>();
            lines.forEach(line -> waiting.add(line.refusal));
        }

        @Override
        public void accept(Map<String, Object> answer, int line) {
            waiting.set(line, answer);
            passOn();
        }

        /** Passes on what is known up to the first line whose answer is not. */
        void passOn() {
            while (next < lines.size()) {
                Map<String, Object> answer = waiting.get(next);
                if (answer == null) {
                    return;
                }
                waiting.set(next, null);
                consumer.accept(line(lines.get(next++).id, answer));
            }
        }
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
     * @param refusal the answer to a line that is no request; null if it is one
     */
    private record LineRequest(
            RowId id, @Nullable Request asked, @Nullable Map<String, Object> refusal) {}

    private LineRequest readLine(String line, long number) {
        RowId id = RowId.line(number);
        try {
            JsonNode object = parse(line);
            id = id(object.path(ID), id);
            return new LineRequest(id, read(object), null);
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
