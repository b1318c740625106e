package org.espalier.cli.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import org.espalier.run.result.Json;

/**
 * The reply to a request.
 *
 * @param type the Content-Type
 * @param headers further headers of this reply
 */
@SuppressWarnings("ArrayRecordComponent") // sent, never compared
public record HttpReply(int status, String type, Map<String, String> headers, byte[] body) {
    private static final int OK = 200;
    private static final String JSON = "application/json; charset=utf-8";

    public static HttpReply of(String type, byte[] body) {
        return new HttpReply(OK, type, Map.of(), body);
    }

    public static HttpReply json(Object answer) {
        return json(OK, Map.of(), answer);
    }

    static HttpReply refused(RequestRefusedException refusal) {
        return json(
                refusal.status(),
                refusal.headers(),
                Map.of("error", refusal.line().replaceAll("\\s*\\R\\s*", " ")));
    }

    private static HttpReply json(int status, Map<String, String> headers, Object value) {
        return new HttpReply(status, JSON, headers, Json.line(value).getBytes(UTF_8));
    }
}
