package org.espalier.model;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The arcs of one lattice of a batch, and for any two of them whether the second is reachable from the first, and how far away
 * it is: by how many symbols of x, by how many of y, and by how many marks of the longest path to the end.
 *
 * <p>All of this depends on the lattice alone. The order of the arcs does, too; it is that of the batch, in which an arc comes
 * after all arcs that are reachable from it.
 */
final class ReachableArcs {
    /** The number of distances that are distinguished, in each of {@link #DIRECTIONS}; the last stands for all larger ones. */
    static final int DISTANCES = 16;

    /** Distances are counted in x, in y and in marks. */
    static final int DIRECTIONS = 3;

    /** The relation of two arcs of which the second is not reachable from the first, after one for each three distances. */
    static final int UNREACHABLE = DISTANCES * DISTANCES * DISTANCES;

    private final LatticeBatch batch;
    private final int pair;
    private final int[] arcs;
    private final int[] sources;

    private ReachableArcs(LatticeBatch batch, int pair, int[] arcs, int[] sources) {
        this.batch = batch;
        this.pair = pair;
        this.arcs = arcs;
        this.sources = sources;
    }

    /** Returns the arcs of each lattice that has any. Complexity: linear in arcs. */
    static List<ReachableArcs> of(LatticeBatch batch) {
        int[] source = batch.graph().sources();
        IntArrayList[] ofPair = new IntArrayList[batch.pairs()];
        Arrays.setAll(ofPair, p -> new IntArrayList());
        for (int arc = 0; arc < source.length; arc++) {
            ofPair[batch.pair(source[arc])].add(arc);
        }
        List<ReachableArcs> result = new ArrayList<>();
        for (int p = 0; p < ofPair.length; p++) {
            int[] arcs = ofPair[p].toIntArray();
            if (arcs.length > 0) {
                int[] sources = Arrays.stream(arcs).map(arc -> source[arc]).toArray();
                result.add(new ReachableArcs(batch, p, arcs, sources));
            }
        }
        return result;
    }

    int size() {
        return arcs.length;
    }

    /** Returns the number of each arc in the batch. */
    int[] arcs() {
        return arcs;
    }

    /** Returns the mark of each arc. */
    int[] marks() {
        return Arrays.stream(arcs).map(batch::mark).toArray();
    }

    DropoutKeys dropoutKeys() {
        int[] pairs = new int[size()];
        Arrays.fill(pairs, pair);
        return DropoutKeys.of(pairs, batch.pairs());
    }

    /** Selects the numbers of these arcs from those of all arcs of the batch. */
    double[] select(double[] ofBatch) {
        return Arrays.stream(arcs).mapToDouble(arc -> ofBatch[arc]).toArray();
    }

    /** Puts the numbers of these arcs among those of all arcs of the batch. */
    void put(double[] values, double[] ofBatch) {
        for (int k = 0; k < arcs.length; k++) {
            ofBatch[arcs[k]] = values[k];
        }
    }

    /**
     * Returns the relation of each arc to each arc, row by row: {@link #UNREACHABLE}, or a number made of the distances in x,
     * in y and in marks. An arc counts as reachable from itself. Complexity: quadratic in arcs.
     */
    int[] relations() {
        BitSet[] ahead = new BitSet[batch.lattices().get(pair).states()];
        Arrays.setAll(ahead, state -> new BitSet());
        int[] result = new int[size() * size()];
        Arrays.fill(result, UNREACHABLE);
        int[] x = Arrays.stream(sources).map(batch::inputPosition).toArray();
        int[] y = Arrays.stream(sources).map(batch::outputPosition).toArray();
        for (int from = 0; from < size(); from++) {
            BitSet reachable = (BitSet) ahead[batch.localState(batch.target(arcs[from]))].clone();
            reachable.set(from);
            for (int to = reachable.nextSetBit(0); to >= 0; to = reachable.nextSetBit(to + 1)) {
                int marks = batch.graph().order().level(sources[from])
                        - batch.graph().order().level(sources[to]);
                result[from * size() + to] =
                        (distance(x[to] - x[from]) * DISTANCES + distance(y[to] - y[from])) * DISTANCES
                                + distance(marks);
            }
            ahead[batch.localState(sources[from])].or(reachable);
        }
        return result;
    }

    private static int distance(int difference) {
        return Math.min(difference, DISTANCES - 1);
    }
}
