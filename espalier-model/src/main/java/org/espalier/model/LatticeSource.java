package org.espalier.model;

import java.util.Optional;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeBuilder;
import org.espalier.fst.base.EspalierException;

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

    /** Returns the weight of a pair, finite and above 0: a pair of weight 2 counts as the pair given twice. */
    default double weight(int pair) {
        return 1;
    }

    /** Returns a mark string of a pair that is known to be good, such as one of a given alignment, if there is one. */
    default Optional<int[]> given(int pair) {
        return Optional.empty();
    }

    /**
     * Returns a weight that a pair may have.
     *
     * @throws EspalierException if it is not a finite number above 0
     */
    static double requireWeight(double weight) {
        if (!(weight > 0 && weight < Double.POSITIVE_INFINITY)) {
            throw new EspalierException("the weight of a pair must be a finite number above 0; got " + weight
                    + ", so correct or drop the pair");
        }
        return weight;
    }

    /** Returns a new builder of lattices of other pairs; empty if the pairs here have no machine in common. */
    default Optional<LatticeBuilder> builder() {
        return Optional.empty();
    }
}
