/**
 * The command {@code lattice}: its options, and the lattice as text, JSON, drawings and OpenFst file. It builds lattices and
 * computes with {@code org.espalier.fst}; no algorithm belongs here.
 */
@NullMarked
package org.espalier.cli.lattice;

import org.jspecify.annotations.NullMarked;
