package org.espalier.spark;

import org.espalier.run.data.Pair;
import org.espalier.run.result.RowId;
import org.jspecify.annotations.Nullable;

/**
 * A good row of a corpus.
 *
 * @param x its input as it came
 * @param y its output as it came; where inputs are asked about, null
 * @param pair the symbols of both; without an output, y has none
 */
record CorpusRow(RowId label, String x, @Nullable String y, Pair pair) {
    /** What becomes of it if it cannot be answered after all. */
    RowOutcome.Reject reject(String reason) {
        return new RowOutcome.Reject(label, x, y, null, reason);
    }
}
