package org.espalier.fst.base;

import java.io.IOException;
import java.io.Serial;

/** Signals that a file could not be written, for example because the disk is full or writing is not permitted. */
public final class WriteException extends EspalierException {
    @Serial
    private static final long serialVersionUID = 1;

    WriteException(String message, IOException cause) {
        super(message, cause);
    }
}
