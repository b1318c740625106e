package org.espalier.fst;

import java.io.Serial;
import org.espalier.fst.base.EspalierException;

/** A machine breaks the assumption that different paths of one pair have different marks. */
public final class AmbiguousMarksException extends EspalierException {
    @Serial
    private static final long serialVersionUID = 1;

    private final transient PathsWithSameMarks witness;

    AmbiguousMarksException(PathsWithSameMarks witness) {
        super("the marks do not name a path: " + witness.describe() + "; give one of them a mark that the other lacks");
        this.witness = witness;
    }

    public PathsWithSameMarks witness() {
        return witness;
    }
}
