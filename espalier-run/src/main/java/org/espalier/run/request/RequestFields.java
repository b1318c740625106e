package org.espalier.run.request;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.NearestWord;
import tools.jackson.databind.JsonNode;

/**
 * The fields of a JSON object. Each accessor checks the type and the range of its value; {@link #requireNoOther} refuses fields
 * that none has asked for.
 */
final class RequestFields {
    private final String name;
    private final JsonNode object;
    private final Set<String> known = new LinkedHashSet<>();

    /**
     * @param name the name of the object in messages
     * @throws EspalierException if it is not an object
     */
    RequestFields(String name, JsonNode object) {
        if (!object.isObject()) {
            throw new EspalierException(name + " is " + shown(object) + ", expected a JSON object");
        }
        this.name = name;
        this.object = object;
    }

    /** Returns a text that the object must have: one line of valid Unicode without tabs. */
    String text(String key, int maxCharacters) {
        JsonNode value = value(key);
        if (isAbsent(value)) {
            throw new EspalierException(name(key) + " is missing; give a string");
        }
        if (!value.isString()) {
            throw wrong(key, value, "a string");
        }
        String text = value.asString();
        int length = text.codePointCount(0, text.length());
        if (length > maxCharacters) {
            throw new EspalierException(name(key) + " has " + length + " characters, more than the " + maxCharacters
                    + " that a request may have; shorten it");
        }
        text.codePoints().filter(RequestFields::isNotText).findFirst().ifPresent(c -> {
            throw new EspalierException(String.format(
                    Locale.ROOT,
                    "%s has the %s U+%04X; a text is one line without tabs; remove it",
                    name(key),
                    Character.isISOControl(c) ? "control character" : "unpaired surrogate",
                    c));
        });
        return text;
    }

    private static boolean isNotText(int c) {
        return Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE;
    }

    /** Returns a whole number, which the object need not have. */
    long number(String key, long min, long max, long otherwise) {
        JsonNode value = value(key);
        if (isAbsent(value)) {
            return otherwise;
        }
        if (!value.isIntegralNumber() || !value.canConvertToLong() || value.asLong() < min || value.asLong() > max) {
            throw wrong(key, value, "a whole number from " + min + " to " + max);
        }
        return value.asLong();
    }

    /** Returns a whole number, which the object need not have. */
    int number(String key, int min, int max, int otherwise) {
        return (int) number(key, (long) min, max, otherwise);
    }

    /**
     * Returns a share, which the object need not have.
     *
     * @param withZero whether the share may be 0 and not 1, instead of 1 and not 0
     */
    double share(String key, boolean withZero, double otherwise) {
        JsonNode value = value(key);
        if (isAbsent(value)) {
            return otherwise;
        }
        double share = value.isNumber() ? value.asDouble() : Double.NaN;
        if (!(withZero ? share >= 0 && share < 1 : share > 0 && share <= 1)) {
            throw wrong(key, value, withZero ? "a number at least 0 and under 1" : "a number above 0 and at most 1");
        }
        return share;
    }

    /** Returns true or false; false if the object does not have it. */
    boolean flag(String key) {
        JsonNode value = value(key);
        if (!isAbsent(value) && !value.isBoolean()) {
            throw wrong(key, value, "true or false");
        }
        return value.isBoolean() && value.asBoolean();
    }

    /** Returns one of some words; the first if the object has none. */
    String word(String key, List<String> words) {
        JsonNode value = value(key);
        if (isAbsent(value)) {
            return words.get(0);
        }
        if (!value.isString() || !words.contains(value.asString())) {
            throw wrong(key, value, "one of " + String.join(", ", words));
        }
        return value.asString();
    }

    /** Refuses fields that have not been asked for. */
    void requireNoOther() {
        object.propertyNames().stream()
                .filter(key -> !known.contains(key))
                .findFirst()
                .ifPresent(key -> {
                    throw new EspalierException(name + " has no field " + EspalierException.quote(key)
                            + meant(key, known) + "; its fields are " + String.join(", ", known));
                });
    }

    /** Returns the end of a message that names the word that was probably meant. */
    static String meant(String word, Set<String> words) {
        return NearestWord.to(word, words.stream())
                .map(near -> " (did you mean " + EspalierException.quote(near) + "?)")
                .orElse("");
    }

    private JsonNode value(String key) {
        known.add(key);
        return object.path(key);
    }

    private static boolean isAbsent(JsonNode value) {
        return value.isMissingNode() || value.isNull();
    }

    private EspalierException wrong(String key, JsonNode value, String expected) {
        return new EspalierException(name(key) + " is " + shown(value) + ", expected " + expected);
    }

    private String name(String key) {
        return name + "." + key;
    }

    /** Returns a value as messages show it. */
    static String shown(JsonNode value) {
        return value.isString()
                ? EspalierException.quote(value.asString())
                : value.isContainer()
                        ? (value.isArray() ? "an array" : "an object")
                        : EspalierException.shown(value.toString());
    }
}
