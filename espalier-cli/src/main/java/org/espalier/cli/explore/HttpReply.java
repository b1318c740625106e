package org.espalier.cli.explore;

import java.util.Map;
import org.espalier.run.data.JsonNumbers;

/** The reply to a request. */
@SuppressWarnings("ArrayRecordComponent") // sent, never compared
record HttpReply(int status, String type, byte[] body) {
    private static final int OK = 200;

    static HttpReply of(String type, byte[] body) {
        return new HttpReply(OK, type, body);
    }

    static HttpReply json(Object answer) {
        return json(OK, answer);
    }

    static HttpReply error(int status, String line) {
        return json(status, Map.of("error", line.replaceAll("\\s*\\R\\s*", " ")));
    }

    private static HttpReply json(int status, Object value) {
        return new HttpReply(status, "application/json; charset=utf-8", JsonNumbers.MAPPER.writeValueAsBytes(value));
    }
}
