package org.espalier.spark;

import org.espalier.app.data.Label;
import org.espalier.app.data.Pair;
import org.jspecify.annotations.Nullable;

/**
 * A good row of a corpus.
 *
 * @param x its input as it came
 * @param y its output as it came; where inputs are asked about, null
 * @param pair the symbols of both; without an output, y has none
 */
record CorpusRow(Label label, String x, @Nullable String y, Pair pair) {
    /** What becomes of it if it cannot be answered after all. */
    Outcome.Reject reject(String reason) {
        return new Outcome.Reject(label, x, y, null, reason);
    }
}
