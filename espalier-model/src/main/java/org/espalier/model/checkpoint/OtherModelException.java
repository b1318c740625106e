package org.espalier.model.checkpoint;

import java.io.Serial;
import org.espalier.fst.base.EspalierException;

/** A checkpoint is whole, but its parameters mean something else to the model that is to take them. */
public final class OtherModelException extends EspalierException {
    @Serial
    private static final long serialVersionUID = 1;

    OtherModelException(String message) {
        super(message);
    }
}
