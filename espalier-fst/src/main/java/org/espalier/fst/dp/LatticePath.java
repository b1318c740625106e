package org.espalier.fst.dp;

import java.util.Arrays;
import org.espalier.fst.Lattice;

/**
 * An accepting path of a lattice, from state 0 to a final state.
 *
 * @param arcs the lattice's arcs on the path, in order; empty if the path ends at state 0
 * @param logWeight the sum of the log weights of its arcs and of ending
 */
@SuppressWarnings("ArrayRecordComponent") // Copied both ways and compared by content.
public record LatticePath(int[] arcs, double logWeight) {
    public LatticePath {
        arcs = arcs.clone();
    }

    /**
     * Returns the path of these arcs, with its log weight added up from the first arc to the end.
     *
     * <p>Complexity: linear in the length of the path.
     */
    public static LatticePath of(Lattice lattice, Weights weights, int... arcs) {
        weights.requireFit(lattice);
        int state = 0;
        double logWeight = 0;
        for (int arc : arcs) {
            if (lattice.isEmpty() || arc < lattice.firstArc(state) || arc >= lattice.endArc(state)) {
                throw new IllegalArgumentException("each arc of a path must leave the state that the one before it "
                        + "enters; got arc " + arc + " at state " + state);
            }
            logWeight += weights.arc(arc);
            state = lattice.target(arc);
        }
        if (lattice.isEmpty() || !lattice.isFinal(state)) {
            throw new IllegalArgumentException("a path must end at a final state; got: " + state);
        }
        return new LatticePath(arcs, logWeight + weights.end(state));
    }

    @Override
    public int[] arcs() {
        return arcs.clone();
    }

    /** Returns the number of arcs, which is the number of marks. */
    public int length() {
        return arcs.length;
    }

    /**
     * Returns the marks of this path.
     *
     * @param lattice the lattice whose path this is
     */
    public int[] marks(Lattice lattice) {
        return lattice.marksOf(arcs);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LatticePath path
                && Double.compare(logWeight, path.logWeight) == 0
                && Arrays.equals(arcs, path.arcs);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(arcs) + Double.hashCode(logWeight);
    }

    @Override
    public String toString() {
        return "Path[arcs=" + Arrays.toString(arcs) + ", logWeight=" + logWeight + "]";
    }
}
