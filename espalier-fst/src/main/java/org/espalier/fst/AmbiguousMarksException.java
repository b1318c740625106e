package org.espalier.fst;

import java.io.Serial;
import java.util.Optional;
import org.espalier.fst.base.EspalierException;

/** Signals that two different paths of one pair have the same marks, so that marks do not name a path. */
public final class AmbiguousMarksException extends EspalierException {
    @Serial
    private static final long serialVersionUID = 1;

    private final transient Optional<PathsWithSameMarks> witness;

    /** @param witness two such paths, if some were found within the limit of work */
    AmbiguousMarksException(Optional<PathsWithSameMarks> witness) {
        super("the marks do not name a path: "
                + witness.map(paths -> paths.describe() + "; give one of them a mark that the other lacks")
                        .orElse("two paths of this pair have the same marks; a check of the machine shows an example"));
        this.witness = witness;
    }

    /** Returns two such paths; empty if the pair is so long that finding them would take too much work. */
    public Optional<PathsWithSameMarks> witness() {
        return witness;
    }
}
