package org.espalier.model;

import java.util.Arrays;
import org.espalier.fst.Lattice;

/**
 * The cycles of a lattice: which states lie on one, and in which strongly connected component. A {@link LatticeBatch} has
 * {@link #ROUNDS} + 1 copies of each such state, so that embeddings can be computed in rounds ({@link SwpCycles}).
 */
final class LatticeCycles {
    /**
     * The number of rounds in which the embeddings of a component are computed, and so the number of marks that the embedding
     * of a state looks ahead without leaving its component. β looks ahead without limit.
     */
    static final int ROUNDS = 4;

    private static final int NO_CYCLE = -1;

    private final int[] level;
    private final int[] component;
    private final boolean acyclic;

    LatticeCycles(Lattice lattice) {
        this.level = lattice.levels();
        this.acyclic = lattice.isAcyclic();
        this.component = acyclic ? new int[0] : components(lattice);
    }

    /** Returns the component of each state, or NO_CYCLE for a component of one state that has no arc to itself. */
    private static int[] components(Lattice lattice) {
        int[] component = lattice.components();
        int[] arcsInside = new int[component.length];
        for (int s = 0; s < component.length; s++) {
            for (int arc = lattice.firstArc(s); arc < lattice.endArc(s); arc++) {
                if (component[lattice.target(arc)] == component[s]) {
                    arcsInside[component[s]]++;
                }
            }
        }
        return Arrays.stream(component)
                .map(c -> arcsInside[c] > 0 ? c : NO_CYCLE)
                .toArray();
    }

    /** Returns the number of copies that a batch may need of a state. */
    int copies() {
        return acyclic ? 1 : ROUNDS + 1;
    }

    /** Returns whether a batch needs a copy of a state. Copy 0 is the state itself. */
    boolean hasCopy(int state, int copy) {
        return copy == 0 || isOnCycle(state);
    }

    /** Returns whether a copy has the arcs of its state. The last copy has none: rounds start from its embedding, zero. */
    static boolean hasArcs(int copy) {
        return copy < ROUNDS;
    }

    boolean isOnCycle(int state) {
        return !acyclic && component[state] != NO_CYCLE;
    }

    int component(int state) {
        return component[state];
    }

    /** Returns whether an arc stays within a component. */
    boolean isInside(int source, int target) {
        return isOnCycle(source) && component[source] == component[target];
    }

    /**
     * Returns the level of a copy of a state in a batch with cycles: above all states that it leads to and, for a state on a
     * cycle, above the next copies of its component. Such levels hold either one copy of states on cycles, or states on none.
     */
    int spacedLevel(int state, int copy) {
        if (!hasArcs(copy)) {
            return 0;
        }
        return level[state] * (ROUNDS + 1) + (isOnCycle(state) ? ROUNDS - copy : 0);
    }

    /** Returns the level of each state of the lattice. */
    int level(int state) {
        return level[state];
    }
}
