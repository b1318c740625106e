package org.espalier.fst;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;

/** Helpers for graphs in compressed sparse rows: the arcs of state s are {@code first[s] … first[s+1]-1}. */
final class CsrGraph {
    private CsrGraph() {}

    /**
     * Turns counts into the starts of rows.
     *
     * @param first at s+1 the number of arcs of state s; changed in place
     */
    static void startsFromCounts(int[] first) {
        for (int s = 1; s < first.length; s++) {
            first[s] += first[s - 1];
        }
    }

    /**
     * Returns the arcs that lead into each state, in rows. Complexity: linear in states and arcs.
     *
     * @param firstIn zeros; receives the starts of the rows
     */
    static int[] arcsInto(int[] target, int[] firstIn) {
        for (int t : target) {
            firstIn[t + 1]++;
        }
        startsFromCounts(firstIn);
        int[] next = firstIn.clone();
        int[] in = new int[target.length];
        for (int a = 0; a < target.length; a++) {
            in[next[target[a]]++] = a;
        }
        return in;
    }

    /** Returns the source of each arc. Complexity: linear in states and arcs. */
    static int[] sources(int[] firstArc) {
        int[] source = new int[firstArc[firstArc.length - 1]];
        for (int s = 0; s + 1 < firstArc.length; s++) {
            Arrays.fill(source, firstArc[s], firstArc[s + 1], s);
        }
        return source;
    }

    /** Returns the states from which a goal can be reached. Complexity: linear in states and arcs. */
    static BitSet reaching(IntPredicate isGoal, int[] firstArc, int[] target) {
        int states = firstArc.length - 1;
        int[] firstIn = new int[states + 1];
        int[] in = arcsInto(target, firstIn);
        int[] source = sources(firstArc);
        BitSet found = new BitSet(states);
        IntArrayList todo = new IntArrayList();
        for (int s = 0; s < states; s++) {
            if (isGoal.test(s)) {
                found.set(s);
                todo.add(s);
            }
        }
        while (!todo.isEmpty()) {
            int s = todo.popInt();
            for (int k = firstIn[s]; k < firstIn[s + 1]; k++) {
                int from = source[in[k]];
                if (!found.get(from)) {
                    found.set(from);
                    todo.add(from);
                }
            }
        }
        return found;
    }

    /**
     * Returns states in an order in which the chosen arcs lead forwards, or in the given order if the chosen arcs form
     * a cycle. Complexity: linear in states and arcs.
     *
     * @param states one state of each class
     * @param classOf the class of each state; arcs lead to classes
     */
    static int[] topologicalOrder(int[] states, int[] classOf, int[] firstArc, int[] target, IntPredicate chosen) {
        int[] in = new int[classOf.length];
        int[] stateOf = new int[classOf.length];
        for (int s : states) {
            stateOf[classOf[s]] = s;
            for (int a = firstArc[s]; a < firstArc[s + 1]; a++) {
                in[classOf[target[a]]] += chosen.test(a) ? 1 : 0;
            }
        }
        IntArrayList order = new IntArrayList(states.length);
        for (int s : states) {
            if (in[classOf[s]] == 0) {
                order.add(s);
            }
        }
        for (int k = 0; k < order.size(); k++) {
            int s = order.getInt(k);
            for (int a = firstArc[s]; a < firstArc[s + 1]; a++) {
                if (chosen.test(a) && --in[classOf[target[a]]] == 0) {
                    order.add(stateOf[classOf[target[a]]]);
                }
            }
        }
        return order.size() == states.length ? order.toIntArray() : states;
    }
}
