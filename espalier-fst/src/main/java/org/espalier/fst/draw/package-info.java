/**
 * Pictures of machines and lattices as text: DOT for Graphviz, and SVG of a lattice on the grid of its positions. A
 * picture depends only on the lattice and its {@link org.espalier.fst.draw.DrawOptions}: the same arguments give the
 * same bytes. Nothing here may read or write files.
 */
@NullMarked
package org.espalier.fst.draw;

import org.jspecify.annotations.NullMarked;
