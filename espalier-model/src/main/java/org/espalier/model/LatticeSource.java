package org.espalier.model;

import java.util.Optional;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeBuilder;

/** Numbered pairs whose lattices are available on demand. Every lattice has a path. */
public interface LatticeSource {
    /** Returns the number of pairs. */
    int size();

    /** Returns the lattice of a pair, which may have to be built. */
    Lattice lattice(int pair);

    /** Returns the input of a pair as symbols of the machine's input alphabet. */
    default int[] input(int pair) {
        return lattice(pair).input();
    }

    /** Returns the output of a pair as symbols of the machine's output alphabet. */
    default int[] output(int pair) {
        return lattice(pair).output();
    }

    /** Returns a new builder of lattices of other pairs; empty if the pairs here have no machine in common. */
    default Optional<LatticeBuilder> builder() {
        return Optional.empty();
    }
}
