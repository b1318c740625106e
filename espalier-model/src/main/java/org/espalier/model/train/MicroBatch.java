package org.espalier.model.train;

import java.util.Arrays;
import java.util.List;
import org.espalier.fst.Lattice;
import org.espalier.model.LatticeBatch;

/**
 * Pairs whose gradient is computed at once.
 *
 * @param lattices the lattice of each pair
 * @param pairs the number of each pair in its data, or of a {@linkplain MadeUpPairs made-up pair}, on which its random stream depends
 * @param weights the weight of each pair
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record MicroBatch(List<Lattice> lattices, int[] pairs, double[] weights) {
    /** Creates a batch of pairs of weight 1. */
    MicroBatch(List<Lattice> lattices, int... pairs) {
        this(lattices, pairs, Arrays.stream(pairs).mapToDouble(pair -> 1).toArray());
    }

    LatticeBatch latticeBatch() {
        return LatticeBatch.of(lattices);
    }

    /** Returns the number of symbols of the pair at an index, its end included: an estimate of the cost of its strings. */
    int symbols(int index) {
        Lattice lattice = lattices.get(index);
        return lattice.input().length + lattice.output().length + 1;
    }

    /** Returns the pairs at some indices. */
    MicroBatch select(List<Integer> indices) {
        return new MicroBatch(
                indices.stream().map(lattices::get).toList(),
                indices.stream().mapToInt(index -> pairs[index]).toArray(),
                indices.stream().mapToDouble(index -> weights[index]).toArray());
    }
}
