package org.espalier.fst.dp;

import java.util.Arrays;
import org.espalier.fst.Lattice;
import org.espalier.fst.base.EspalierException;

/**
 * One weight for each arc of a lattice and one for ending at each of its states, in the domain of a semiring.
 * Immutable. The weight of ending at a state that is not final is ignored.
 */
public final class Weights {
    private final double[] arc;
    private final double[] end;

    private Weights(double[] arc, double[] end) {
        this.arc = arc;
        this.end = end;
    }

    /** Returns weights with copies of these arrays, which must have one entry per arc and one per state. */
    public static Weights of(Lattice lattice, double[] arc, double[] end) {
        requireLength(arc.length, lattice.arcs(), "arc");
        requireLength(end.length, lattice.states(), "state");
        for (int a = 0; a < arc.length; a++) {
            if (Double.isNaN(arc[a])) {
                throw notANumber("arc " + a);
            }
        }
        for (int s = 0; s < end.length; s++) {
            if (lattice.isFinal(s) && Double.isNaN(end[s])) {
                throw notANumber("ending at state " + s);
            }
        }
        return new Weights(arc.clone(), end.clone());
    }

    /** Returns weights that are the semiring's one everywhere. */
    public static Weights ones(Lattice lattice, Semiring semiring) {
        double[] arc = new double[lattice.arcs()];
        double[] end = new double[lattice.states()];
        Arrays.fill(arc, semiring.one());
        Arrays.fill(end, semiring.one());
        return new Weights(arc, end);
    }

    /**
     * Returns weights by mark: the weight of an arc is that of its mark.
     *
     * @param markWeights one weight per mark of the machine
     * @param endWeight the weight of ending at any final state
     */
    public static Weights byMark(Lattice lattice, double[] markWeights, double endWeight) {
        requireLength(markWeights.length, lattice.machine().marks().size(), "mark of the machine");
        double[] arc = new double[lattice.arcs()];
        for (int a = 0; a < arc.length; a++) {
            arc[a] = markWeights[lattice.mark(a)];
        }
        double[] end = new double[lattice.states()];
        Arrays.fill(end, endWeight);
        return of(lattice, arc, end);
    }

    public double arc(int arcNumber) {
        return arc[arcNumber];
    }

    /** Returns the weight of ending at a final state. */
    public double end(int state) {
        return end[state];
    }

    /** Checks that these weights fit the size of a lattice. */
    void requireFit(Lattice lattice) {
        if (arc.length != lattice.arcs() || end.length != lattice.states()) {
            throw new IllegalArgumentException("weights must be those of the lattice, which has " + lattice.arcs()
                    + " arcs and " + lattice.states() + " states; got weights of " + arc.length + " arcs and "
                    + end.length + " states");
        }
    }

    private static void requireLength(int found, int expected, String each) {
        if (found != expected) {
            throw new IllegalArgumentException(
                    "weights must be one for each " + each + ", " + expected + " in all; got: " + found);
        }
    }

    private static EspalierException notANumber(String where) {
        return new EspalierException(
                "the weight of " + where + " is NaN; weights must be numbers, so look at what computed them");
    }
}
