/**
 * Espalier from Java: a {@link org.espalier.run.Trainer} makes a run of pairs and a machine, and a {@link
 * org.espalier.run.Transducer} answers questions with it. Strings go in as text and come out as text.
 *
 * <p>The commands {@code transduce}, {@code rerank}, {@code align} and {@code score} are made of what is here: {@link
 * org.espalier.run.OutputFinder} for inputs, {@link org.espalier.run.PairQuery} for pairs. Nothing here knows of
 * commands or prints.
 */
@NullMarked
package org.espalier.run;

import org.jspecify.annotations.NullMarked;
