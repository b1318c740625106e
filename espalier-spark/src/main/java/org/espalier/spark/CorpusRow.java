package org.espalier.spark;

import org.espalier.app.data.Label;
import org.espalier.app.data.Pair;

/**
 * A good row of a corpus.
 *
 * @param pair its strings; where inputs are asked about, y is empty
 */
record CorpusRow(Label label, Pair pair) {}
