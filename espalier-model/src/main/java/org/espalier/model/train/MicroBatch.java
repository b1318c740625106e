package org.espalier.model.train;

import java.util.List;
import org.espalier.fst.Lattice;
import org.espalier.model.LatticeBatch;

/**
 * Pairs whose gradient is computed at once.
 *
 * @param lattices the lattice of each pair
 * @param pairs the number of each pair in its data, or of a {@linkplain Splices splice}, on which its random stream depends
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record MicroBatch(List<Lattice> lattices, int[] pairs) {
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
                indices.stream().mapToInt(index -> pairs[index]).toArray());
    }
}
