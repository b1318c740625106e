package org.espalier.cli.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.espalier.cli.http.RequestRefusedException;
import org.espalier.fst.base.EspalierException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The JSON object of a request. Each accessor checks the type of its value and refuses the request if it is wrong. */
final class JsonRequest {
    private final JsonNode object;

    private JsonRequest(JsonNode object) {
        this.object = object;
    }

    static JsonRequest of(byte[] body) {
        try {
            JsonNode object = JsonMapper.shared().readTree(body);
            if (object == null || !object.isObject()) {
                throw new RequestRefusedException(
                        RequestRefusedException.BAD_REQUEST, "the request must be a JSON object");
            }
            return new JsonRequest(object);
        } catch (JacksonException e) {
            throw new RequestRefusedException(
                    RequestRefusedException.BAD_REQUEST, "the request is not JSON: " + e.getOriginalMessage());
        }
    }

    String text(String key) {
        JsonNode value = object.path(key);
        if (!value.isString()) {
            throw wrong(key, "a string");
        }
        return value.asString();
    }

    int number(String key, int min, int max) {
        JsonNode value = object.path(key);
        if (!value.isIntegralNumber() || !value.canConvertToInt() || value.asInt() < min || value.asInt() > max) {
            throw wrong(key, "a whole number from " + min + " to " + max);
        }
        return value.asInt();
    }

    /** Returns a whole number that the request need not have. */
    int number(String key, int min, int max, int otherwise) {
        return isAbsent(object.path(key)) ? otherwise : number(key, min, max);
    }

    /** Returns an optional whole number. */
    OptionalLong seed(String key) {
        JsonNode value = object.path(key);
        if (isAbsent(value)) {
            return OptionalLong.empty();
        }
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw wrong(key, "a whole number");
        }
        return OptionalLong.of(value.asLong());
    }

    private static boolean isAbsent(JsonNode value) {
        return value.isMissingNode() || value.isNull();
    }

    List<String> texts(String key) {
        List<String> texts = new ArrayList<>();
        for (JsonNode value : array(key, "strings")) {
            if (!value.isString()) {
                throw wrong(key, "an array of strings");
            }
            texts.add(value.asString());
        }
        return texts;
    }

    List<Integer> numbers(String key) {
        List<Integer> numbers = new ArrayList<>();
        for (JsonNode value : array(key, "whole numbers")) {
            if (!value.isIntegralNumber() || !value.canConvertToInt()) {
                throw wrong(key, "an array of whole numbers");
            }
            numbers.add(value.asInt());
        }
        return numbers;
    }

    private JsonNode array(String key, String elements) {
        JsonNode value = object.path(key);
        if (!value.isArray()) {
            throw wrong(key, "an array of " + elements);
        }
        return value;
    }

    private static RequestRefusedException wrong(String key, String expected) {
        return new RequestRefusedException(
                RequestRefusedException.BAD_REQUEST,
                "the request must have " + EspalierException.quote(key) + ", " + expected);
    }
}
