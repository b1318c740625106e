package org.espalier.fst;

import java.io.Serial;

/**
 * Something a user can put right. The message is one line that says what was found, which rule it breaks and what to
 * do; a command prints it without a stack trace.
 */
public class EspalierException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    public EspalierException(String message) {
        super(message);
    }

    public EspalierException(String message, Throwable cause) {
        super(message, cause);
    }
}
