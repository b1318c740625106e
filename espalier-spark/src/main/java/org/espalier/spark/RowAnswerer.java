package org.espalier.spark;

import java.util.List;

/** Answers batches of rows. */
interface RowAnswerer {
    /** Returns the outcome of each row, in the order of the rows. */
    List<RowOutcome> answer(List<CorpusRow> rows);
}
