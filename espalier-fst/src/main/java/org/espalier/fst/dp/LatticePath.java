package org.espalier.fst.dp;

import java.util.Arrays;
import org.espalier.fst.Lattice;

/**
 * An accepting path of a lattice, from state 0 to the end at a final state.
 *
 * @param arcs the lattice's arcs along it, in order; none if the path ends where it begins
 * @param logWeight the sum of the log weights of its arcs and of its end
 */
@SuppressWarnings("ArrayRecordComponent") // Copied both ways and compared by content.
public record LatticePath(int[] arcs, double logWeight) {
    public LatticePath {
        arcs = arcs.clone();
    }

    /** Returns the path along these arcs, with its log weight added up from the first arc to the end. */
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

    /** Returns how many arcs, and so how many marks. */
    public int length() {
        return arcs.length;
    }

    /** Returns the marks along this path, given the lattice that it is a path of. */
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
