/**
 * Exact dynamic programs on a {@link org.espalier.fst.Lattice}: counts, backward and forward weights, best paths,
 * posteriors, entropy, samples and enumeration.
 *
 * <p>A lattice is never rebuilt or copied here: weights are {@link org.espalier.fst.dp.Weights arrays beside it}, read
 * in a {@link org.espalier.fst.dp.Semiring} over primitive doubles. Nothing here builds lattices, approximates, or
 * learns: what is estimated rather than computed, and where weights come from, belongs elsewhere.
 */
@NullMarked
package org.espalier.fst.dp;

import org.jspecify.annotations.NullMarked;
