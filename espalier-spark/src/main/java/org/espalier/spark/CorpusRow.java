package org.espalier.spark;

import org.espalier.run.data.Pair;
import org.espalier.run.result.RowId;
import org.jspecify.annotations.Nullable;

/**
 * A row of a corpus that was parsed.
 *
 * @param x the input as it was read
 * @param y the output as it was read; null for tasks that need no output
 * @param pair the symbols of both; y is empty for tasks that need no output
 */
record CorpusRow(RowId label, String x, @Nullable String y, Pair pair) {
    /** Rejects the row for a reason. */
    RowOutcome.Reject reject(String reason) {
        return new RowOutcome.Reject(label, x, y, null, reason);
    }
}
