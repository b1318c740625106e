/** The lines that results are printed and stored as: alignments, scores, rankings, evaluations, lattice sizes. Commands and Spark jobs print with the same classes, so their bytes agree. Nothing here writes to a stream. */
@NullMarked
package org.espalier.run.result;

import org.jspecify.annotations.NullMarked;
