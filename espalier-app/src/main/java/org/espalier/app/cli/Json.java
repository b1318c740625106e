package org.espalier.app.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/** JSON on one line. */
final class Json {
    private static final ObjectMapper MAPPER = JsonMapper.builder().build();

    private Json() {}

    /** An object with these keys and values in turn, which keeps their order: the same call prints the same bytes. */
    static Map<String, Object> object(Object... keysAndValues) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int k = 0; k < keysAndValues.length; k += 2) {
            object.put((String) keysAndValues[k], keysAndValues[k + 1]);
        }
        return object;
    }

    static String line(Object value) {
        return MAPPER.writeValueAsString(value);
    }
}
