package org.espalier.model.checkpoint;

import java.io.Serial;
import org.espalier.fst.base.EspalierException;

/** Thrown when a checkpoint is intact but was saved for another model. */
public final class OtherModelException extends EspalierException {
    @Serial
    private static final long serialVersionUID = 1;

    OtherModelException(String message) {
        super(message);
    }
}
