package org.espalier.model;

import org.espalier.fst.Lattice;

/** Pairs by number, whose lattices can be had whenever a step needs them. Every lattice has a path. */
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
