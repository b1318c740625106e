package org.espalier.app.cli;

import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/** JSON on one line. */
final class Json {
    private static final ObjectMapper MAPPER = JsonMapper.builder().build();

    private Json() {}

    static String line(Object value) {
        return MAPPER.writeValueAsString(value);
    }
}
