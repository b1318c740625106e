package org.espalier.app.cli;

import java.io.Serial;
import org.espalier.fst.EspalierException;

/** Options that do not go together: the call was wrong, not the work. */
public final class WrongCall extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    public WrongCall(String message) {
        super(message);
    }

    WrongCall(EspalierException cause) {
        super(cause.getMessage(), cause);
    }
}
