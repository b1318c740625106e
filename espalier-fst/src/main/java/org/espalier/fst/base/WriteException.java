package org.espalier.fst.base;

import java.io.IOException;
import java.io.Serial;

/** A file could not be written: the disk is full, for example, or the place is not to be written to. */
public final class WriteException extends EspalierException {
    @Serial
    private static final long serialVersionUID = 1;

    WriteException(String message, IOException cause) {
        super(message, cause);
    }
}
