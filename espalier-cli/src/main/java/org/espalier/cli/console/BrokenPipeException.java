package org.espalier.cli.console;

import java.io.IOException;
import java.io.Serial;

/** The reader of the results has closed its end of the pipe, as {@code head} does. Not a failure. */
final class BrokenPipeException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    BrokenPipeException(IOException cause) {
        super(cause);
    }
}
