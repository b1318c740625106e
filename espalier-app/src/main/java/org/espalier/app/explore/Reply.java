package org.espalier.app.explore;

import java.util.Map;
import org.espalier.app.data.JsonNumbers;

/** What goes back to a page. */
@SuppressWarnings("ArrayRecordComponent") // sent, never compared
record Reply(int status, String type, byte[] body) {
    private static final int OK = 200;

    static Reply of(String type, byte[] body) {
        return new Reply(OK, type, body);
    }

    static Reply json(Object answer) {
        return json(OK, answer);
    }

    static Reply error(int status, String line) {
        return json(status, Map.of("error", line.replaceAll("\\s*\\R\\s*", " ")));
    }

    private static Reply json(int status, Object value) {
        return new Reply(status, "application/json; charset=utf-8", JsonNumbers.MAPPER.writeValueAsBytes(value));
    }
}
