package org.espalier.fst;

import java.io.Serial;
import org.espalier.fst.base.EspalierException;

/** Signals that two different paths of one pair have the same marks, so that marks do not name a path. */
public final class AmbiguousMarksException extends EspalierException {
    @Serial
    private static final long serialVersionUID = 1;

    private final transient PathsWithSameMarks witness;

    AmbiguousMarksException(PathsWithSameMarks witness) {
        super("the marks do not name a path: " + witness.describe() + "; give one of them a mark that the other lacks");
        this.witness = witness;
    }

    /** Returns two such paths. */
    public PathsWithSameMarks witness() {
        return witness;
    }
}
