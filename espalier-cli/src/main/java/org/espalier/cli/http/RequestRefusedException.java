package org.espalier.cli.http;

import java.io.Serial;
import java.util.Map;

/** A request that is refused, with a message for the user and the HTTP status. */
public final class RequestRefusedException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    public static final int BAD_REQUEST = 400;
    public static final int UNAUTHORIZED = 401;
    public static final int FORBIDDEN = 403;
    public static final int NOT_FOUND = 404;
    public static final int METHOD_NOT_ALLOWED = 405;
    public static final int CONFLICT = 409;
    public static final int LENGTH_REQUIRED = 411;
    public static final int TOO_LARGE = 413;
    public static final int NOT_JSON = 415;
    public static final int UNPROCESSABLE = 422;
    public static final int TOO_MANY = 429;
    public static final int INTERNAL = 500;
    public static final int BUSY = 503;
    public static final int TIMEOUT = 504;

    private final int status;
    private final transient Map<String, String> headers;

    public RequestRefusedException(int status, String line) {
        this(status, line, Map.of());
    }

    /**
     * Creates a refusal.
     *
     * @param headers further headers of the reply
     */
    public RequestRefusedException(int status, String line, Map<String, String> headers) {
        super(line, null, false, false);
        this.status = status;
        this.headers = Map.copyOf(headers);
    }

    public int status() {
        return status;
    }

    Map<String, String> headers() {
        return headers;
    }

    public String line() {
        return String.valueOf(getMessage());
    }
}
