package org.espalier.spark;

import java.util.List;

/** Answers rows, some at a time. */
interface RowAnswerer {
    /** What becomes of each row, in their order. */
    List<RowOutcome> answer(List<CorpusRow> rows);
}
