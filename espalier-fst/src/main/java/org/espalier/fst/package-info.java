/**
 * Marked finite-state transducers and the lattices of their paths.
 *
 * <p>An {@link org.espalier.fst.Mfst} is written by a person, its {@link org.espalier.fst.CanonicalForm} is computed
 * once, and a {@link org.espalier.fst.LatticeBuilder} then turns each pair of strings into a
 * {@link org.espalier.fst.Lattice}, whose paths are the possible alignments of that pair. Everything here is exact and
 * unweighted: weights are arrays handed to {@code org.espalier.fst.dp}, and no class here knows that neural networks
 * exist.
 */
@NullMarked
package org.espalier.fst;

import org.jspecify.annotations.NullMarked;
