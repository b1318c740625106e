/**
 * Exact dynamic programs on a {@link org.espalier.fst.Lattice}: counts, backward and forward weights, best paths,
 * posteriors, entropy, samples and enumeration.
 *
 * <p>Weights are {@link org.espalier.fst.dp.Weights arrays beside the lattice}, combined by a
 * {@link org.espalier.fst.dp.Semiring} over doubles; a lattice is never rebuilt or copied. Nothing here may build
 * lattices, approximate or learn.
 */
@NullMarked
package org.espalier.fst.dp;

import org.jspecify.annotations.NullMarked;
