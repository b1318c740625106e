package org.espalier.run.result;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.espalier.model.estimate.Estimate;
import org.espalier.run.data.JsonNumbers;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.ObjectMapper;

/** Writes and reads JSON on one line, with numbers by the rule of {@link JsonNumbers}. */
public final class Json {
    private static final ObjectMapper MAPPER = JsonNumbers.MAPPER;

    /** An unpaired surrogate. */
    private static final Pattern SURROGATE = Pattern.compile("\\p{Cs}");

    private Json() {}

    /** Returns an object with these alternating keys and values, in this order. */
    public static Map<String, Object> object(Object... keysAndValues) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int k = 0; k < keysAndValues.length; k += 2) {
            object.put((String) keysAndValues[k], keysAndValues[k + 1]);
        }
        return object;
    }

    /** Returns the answer to a line that has none, as one line. */
    public static String failure(int line, String reason) {
        return line(object("line", line, "error", reason));
    }

    /** Returns the name of a constant in lower case, with spaces. */
    public static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Returns an estimate as an object with keys {@code value} and, if it is known, {@code standardError}. */
    public static Map<String, Object> estimate(Estimate estimate) {
        return estimate(estimate, "value");
    }

    /** Returns an estimate as an object with this key for its value and, if it is known, {@code standardError}. */
    public static Map<String, Object> estimate(Estimate estimate, String key) {
        Map<String, Object> object = object(key, estimate.value());
        if (!Double.isNaN(estimate.standardError())) {
            object.put("standardError", estimate.standardError());
        }
        return object;
    }

    /** Returns an object as JSON on one line, after the identity of its row. */
    public static String line(RowId id, Map<String, Object> object) {
        Map<String, Object> row = object(id.key(), id.value());
        row.putAll(object);
        return line(row);
    }

    /** Returns a value as JSON on one line. Unpaired surrogates are escaped, so that UTF-8 can encode the line. */
    public static String line(Object value) {
        return SURROGATE
                .matcher(MAPPER.writeValueAsString(value))
                .replaceAll(match -> String.format(
                        Locale.ROOT, "\\\\u%04X", (int) match.group().charAt(0)));
    }

    /** Parses a JSON object that {@link #line} wrote. */
    public static Map<String, Object> parse(String line) {
        return MAPPER.readValue(line, new TypeReference<>() {});
    }
}
