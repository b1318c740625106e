package org.espalier.model.train;

import java.io.Serial;
import org.espalier.fst.base.EspalierException;

/** Thrown when another worker of a training has ended or does not answer in time. The training can be resumed. */
public final class LostWorkerException extends EspalierException {
    @Serial
    private static final long serialVersionUID = 1;

    private final String when;
    private final String reason;

    LostWorkerException(String when, String reason, Throwable cause) {
        this("a worker", when, reason, cause);
    }

    private LostWorkerException(String worker, String when, String reason, Throwable cause) {
        super(worker + " was lost" + when + ": " + reason, cause);
        this.when = when;
        this.reason = reason;
    }

    /** Returns this failure with the step in which it happened. */
    LostWorkerException inStep(long step) {
        return new LostWorkerException(" in step " + step, reason, this);
    }

    /**
     * Returns this failure with the worker that was lost and why.
     *
     * @param worker the worker, as a message names it
     */
    public LostWorkerException because(String worker, String itsReason) {
        return new LostWorkerException(worker, when, itsReason, this);
    }
}
