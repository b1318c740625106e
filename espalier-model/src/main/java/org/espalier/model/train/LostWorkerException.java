package org.espalier.model.train;

import org.espalier.fst.EspalierException;

/** A worker of a training is not there any more, or is waited for in vain. The training can be resumed. */
public final class LostWorkerException extends EspalierException {
    private static final long serialVersionUID = 1;

    LostWorkerException(String message, Throwable cause) {
        super(message, cause);
    }
}
