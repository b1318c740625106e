package org.espalier.fst.base;

import java.io.Serial;

/** A bound on work or memory was reached before the work hurt. The message names the bound and how to raise it. */
public final class LimitException extends EspalierException {
    @Serial
    private static final long serialVersionUID = 1;

    public LimitException(String message) {
        super(message);
    }
}
