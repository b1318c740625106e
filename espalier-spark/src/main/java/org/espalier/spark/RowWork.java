package org.espalier.spark;

import java.util.List;

/** Answers rows, some at a time. */
interface RowWork {
    /** What becomes of each row, in their order. */
    List<Outcome> answer(List<CorpusRow> rows);
}
