package org.espalier.run.result;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.espalier.model.estimate.Estimate;
import org.espalier.run.data.JsonNumbers;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.ObjectMapper;

/** JSON on one line, with numbers as {@link JsonNumbers} has them. */
public final class Json {
    private static final ObjectMapper MAPPER = JsonNumbers.MAPPER;

    /** A surrogate without the other. */
    private static final Pattern HALF_A_PAIR = Pattern.compile("\\p{Cs}");

    private Json() {}

    /** An object with these keys and values in turn, which keeps their order: the same call prints the same bytes. */
    public static Map<String, Object> object(Object... keysAndValues) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int k = 0; k < keysAndValues.length; k += 2) {
            object.put((String) keysAndValues[k], keysAndValues[k + 1]);
        }
        return object;
    }

    /** The name of a constant in words. */
    public static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    public static Map<String, Object> estimate(Estimate estimate) {
        return estimate(estimate, "value");
    }

    /** An estimate, its value under this key; a standard error that is unknown is left out. */
    public static Map<String, Object> estimate(Estimate estimate, String key) {
        Map<String, Object> object = object(key, estimate.value());
        if (!Double.isNaN(estimate.standardError())) {
            object.put("standardError", estimate.standardError());
        }
        return object;
    }

    /** A value on one line, which UTF-8 can hold whatever strings there are in it. */
    public static String line(Object value) {
        return HALF_A_PAIR
                .matcher(MAPPER.writeValueAsString(value))
                .replaceAll(half -> String.format(
                        Locale.ROOT, "\\\\u%04X", (int) half.group().charAt(0)));
    }

    /** What a line of {@link #line} holds. */
    public static Map<String, Object> parse(String line) {
        return MAPPER.readValue(line, new TypeReference<>() {});
    }
}
