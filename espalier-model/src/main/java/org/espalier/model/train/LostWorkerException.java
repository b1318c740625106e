package org.espalier.model.train;

import java.io.Serial;
import org.espalier.fst.base.EspalierException;

/** A worker of a training is not there any more, or is waited for in vain. The training can be resumed. */
public final class LostWorkerException extends EspalierException {
    @Serial
    private static final long serialVersionUID = 1;

    private final String when;
    private final String reason;

    LostWorkerException(String when, String reason, Throwable cause) {
        this("a worker", when, reason, cause);
    }

    private LostWorkerException(String who, String when, String reason, Throwable cause) {
        super(who + " was lost" + when + ": " + reason, cause);
        this.when = when;
        this.reason = reason;
    }

    /** The same, in a step of training. */
    LostWorkerException inStep(long step) {
        return new LostWorkerException(" in step " + step, reason, this);
    }

    /** The same, from someone who knows more. */
    public LostWorkerException because(String who, String itsReason) {
        return new LostWorkerException(who, when, itsReason, this);
    }
}
