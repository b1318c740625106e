package org.espalier.model;

import org.espalier.fst.Lattice;

/** A sequence of pairs whose lattices are available on demand. Every lattice has at least one path. */
public interface LatticeSource {
    int size();

    Lattice lattice(int pair);

    /** The input of a pair, in the numbers of the machine's alphabet. */
    default int[] input(int pair) {
        return lattice(pair).input();
    }

    /** The output of a pair, likewise. */
    default int[] output(int pair) {
        return lattice(pair).output();
    }
}
