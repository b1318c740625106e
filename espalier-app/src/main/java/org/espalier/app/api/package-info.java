/**
 * Espalier from Java: a {@link org.espalier.app.api.Trainer} makes a run of pairs and a machine, and a {@link
 * org.espalier.app.api.Transducer} answers questions with it. Strings go in as text and come out as text.
 *
 * <p>The commands {@code transduce}, {@code rerank}, {@code align} and {@code score} are made of what is here: {@link
 * org.espalier.app.api.OutputFinder} for inputs, {@link org.espalier.app.api.PairQuery} for pairs. Nothing here knows of
 * commands or prints.
 */
@NullMarked
package org.espalier.app.api;

import org.jspecify.annotations.NullMarked;
