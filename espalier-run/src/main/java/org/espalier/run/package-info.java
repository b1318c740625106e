/**
 * The Java API: a {@link org.espalier.run.Trainer} trains a run from pairs and a machine, and a {@link
 * org.espalier.run.Transducer} finds outputs, alignments and scores with it. Strings are passed and returned as text.
 *
 * <p>The commands and the Spark jobs use {@link org.espalier.run.OutputFinder} for inputs and {@link
 * org.espalier.run.PairQuery} for pairs. Nothing here depends on commands or prints.
 */
@NullMarked
package org.espalier.run;

import org.jspecify.annotations.NullMarked;
