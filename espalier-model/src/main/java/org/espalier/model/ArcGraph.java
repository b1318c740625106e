package org.espalier.model;

/**
 * A graph whose arcs Algorithm 1 embeds and weighs: the lattices of a {@link LatticeBatch} as they are, or without the states
 * that leave no choice ({@link ChoiceGraph}). Only who creates it may modify the arrays.
 *
 * @param order the numbering of states and arcs
 * @param pair the pair that each state belongs to
 * @param isFinal whether a path may end at each state
 * @param label for each arc its mark, or the number of its chain
 * @param target the target of each arc
 * @param seen for each arc the state whose embedding it sees: its target or, within a strongly connected component, a copy
 * @param components for each level the strongly connected components whose states lie on cycles, each with its states. Either
 *     all states of a level lie on cycles or none; no entries at all if there is no cycle
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ArcGraph(
        LevelOrder order, int[] pair, boolean[] isFinal, int[] label, int[] target, int[] seen, int[][][] components) {
    private static final int[][] NO_COMPONENTS = {};

    /** Returns a graph whose arrays are to be filled, but for the components. */
    static ArcGraph unfilled(LevelOrder order, int[][][] components) {
        int[] target = new int[order.arcs()];
        return new ArcGraph(
                order,
                new int[order.states()],
                new boolean[order.states()],
                new int[order.arcs()],
                target,
                components.length == 0 ? target : new int[order.arcs()],
                components);
    }

    int states() {
        return order.states();
    }

    int arcs() {
        return order.arcs();
    }

    int levels() {
        return order.levels();
    }

    /** Returns the number of arcs that leave a state. */
    int degree(int state) {
        return order.degree(state);
    }

    /** Returns the number of choices at a state: its arcs, and EOS if it is final. */
    int choices(int state) {
        return isFinal[state] ? degree(state) + 1 : degree(state);
    }

    /** Returns the arc of a state with a rank: its position among the state's arcs. */
    int arc(int state, int rank) {
        return order.arc(state, rank);
    }

    boolean isAcyclic() {
        return components.length == 0;
    }

    /** Returns the strongly connected components of a level whose states lie on cycles; none if they lie on no cycle. */
    int[][] components(int level) {
        return isAcyclic() ? NO_COMPONENTS : components[level];
    }

    /** Returns whether an arc stays within a strongly connected component. */
    boolean isInside(int arc) {
        return seen[arc] != target[arc];
    }

    /** Returns the source of each arc, in a new array. Complexity: linear in arcs. */
    int[] sources() {
        int[] result = new int[arcs()];
        for (int state = 0; state < states(); state++) {
            for (int rank = 0; rank < degree(state); rank++) {
                result[arc(state, rank)] = state;
            }
        }
        return result;
    }
}
