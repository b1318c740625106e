package org.espalier.cli.explore;

import java.io.Serial;

/** A request that is refused, with a message for the user and the HTTP status. */
final class RequestRefusedException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    static final int BAD_REQUEST = 400;
    static final int FORBIDDEN = 403;
    static final int NOT_FOUND = 404;
    static final int METHOD_NOT_ALLOWED = 405;
    static final int CONFLICT = 409;
    static final int TOO_LARGE = 413;
    static final int NOT_JSON = 415;
    static final int UNPROCESSABLE = 422;
    static final int INTERNAL = 500;
    static final int BUSY = 503;

    private final int status;

    RequestRefusedException(int status, String line) {
        super(line, null, false, false);
        this.status = status;
    }

    int status() {
        return status;
    }

    String line() {
        return String.valueOf(getMessage());
    }
}
