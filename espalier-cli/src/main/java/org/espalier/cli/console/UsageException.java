package org.espalier.cli.console;

import java.io.Serial;
import org.espalier.fst.base.EspalierException;

/** Options that do not go together: the call was wrong, not the work. */
public final class UsageException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    public UsageException(String message) {
        super(message);
    }

    public UsageException(EspalierException cause) {
        super(cause.getMessage(), cause);
    }
}
