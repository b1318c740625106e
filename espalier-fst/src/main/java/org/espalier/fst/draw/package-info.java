/**
 * Pictures of machines and lattices as text: DOT for Graphviz, and SVG of a lattice on the grid of its positions.
 *
 * <p>What is drawn is decided by {@link org.espalier.fst.draw.DrawOptions} and by nothing else: the same lattice and
 * options give the same bytes. Nothing here reads or writes files.
 */
@NullMarked
package org.espalier.fst.draw;

import org.jspecify.annotations.NullMarked;
