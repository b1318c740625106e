package org.espalier.fst;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * Finds the strongly connected components of a graph in compressed sparse rows by depth-first search (Tarjan 1972): a
 * component is complete when its first state is left and no arc led from it to a state that is older and still open.
 * Complexity: linear in states and arcs.
 */
final class StronglyConnectedComponents {
    private static final int NONE = -1;

    private final int[] firstArc;
    private final int[] target;
    private final int[] component;
    /** When the search reached each state. */
    private final int[] time;
    /** The earliest open state that is known to be reachable from each state. */
    private final int[] earliest;

    private final int[] nextArc;
    private final IntArrayList path = new IntArrayList();
    /** The states without a component yet, in the order in which the search reached them. */
    private final IntArrayList open = new IntArrayList();

    private int reached;
    private int components;

    private StronglyConnectedComponents(int[] firstArc, int[] target) {
        int states = firstArc.length - 1;
        this.firstArc = firstArc;
        this.target = target;
        this.component = new int[states];
        this.time = new int[states];
        this.earliest = new int[states];
        this.nextArc = new int[states];
        Arrays.fill(component, NONE);
        Arrays.fill(time, NONE);
    }

    /**
     * Returns the component of each state. Components are numbered so that an arc between two of them leads to the smaller
     * number.
     */
    static int[] of(int[] firstArc, int[] target) {
        StronglyConnectedComponents search = new StronglyConnectedComponents(firstArc, target);
        for (int s = 0; s < search.time.length; s++) {
            if (search.time[s] == NONE) {
                search.from(s);
            }
        }
        return search.component;
    }

    private void from(int root) {
        enter(root);
        while (!path.isEmpty()) {
            int s = path.topInt();
            if (nextArc[s] == firstArc[s + 1]) {
                leave(path.popInt());
                continue;
            }
            int next = target[nextArc[s]++];
            if (time[next] == NONE) {
                enter(next);
            } else if (component[next] == NONE) {
                earliest[s] = Math.min(earliest[s], time[next]);
            }
        }
    }

    private void enter(int s) {
        time[s] = reached++;
        earliest[s] = time[s];
        nextArc[s] = firstArc[s];
        path.add(s);
        open.add(s);
    }

    private void leave(int s) {
        if (earliest[s] == time[s]) {
            int member;
            do {
                member = open.popInt();
                component[member] = components;
            } while (member != s);
            components++;
        }
        if (!path.isEmpty()) {
            int before = path.topInt();
            earliest[before] = Math.min(earliest[before], earliest[s]);
        }
    }
}
