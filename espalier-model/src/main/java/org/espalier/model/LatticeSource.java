package org.espalier.model;

import org.espalier.fst.Lattice;

/** Pairs by number, whose lattices can be had whenever a step needs them. Every lattice has a path. */
public interface LatticeSource {
    int size();

    Lattice lattice(int pair);
}
