/**
 * The lines in which results are printed and stored: alignments, scores, rankings, evaluations, lattice sizes. Commands and
 * Spark jobs use the same classes, so their output is byte-identical. Nothing here depends on commands.
 */
@NullMarked
package org.espalier.run.result;

import org.jspecify.annotations.NullMarked;
