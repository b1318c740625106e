package org.espalier.fst;

import java.io.Serial;

/** A machine breaks the assumption that different paths of one pair have different marks. */
public final class AmbiguousMarksException extends EspalierException {
    @Serial
    private static final long serialVersionUID = 1;

    private final transient SameMarks witness;

    AmbiguousMarksException(SameMarks witness) {
        super("the marks do not name a path: " + witness.describe() + "; give one of them a mark that the other lacks");
        this.witness = witness;
    }

    public SameMarks witness() {
        return witness;
    }
}
