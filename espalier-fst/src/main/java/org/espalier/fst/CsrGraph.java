package org.espalier.fst;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;

/** Graphs in compressed rows: the arcs of state s are {@code first[s] … first[s+1]-1}. */
final class CsrGraph {
    private CsrGraph() {}

    /** Turns counts, where {@code first[s+1]} is how many arcs state s has, into the starts of rows. */
    static void startsFromCounts(int[] first) {
        for (int s = 1; s < first.length; s++) {
            first[s] += first[s - 1];
        }
    }

    /** The arcs that lead into each state, in rows whose starts are put into the zeroed {@code firstIn}. */
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

    /** The state that each arc leaves. */
    static int[] sources(int[] firstArc) {
        int[] source = new int[firstArc[firstArc.length - 1]];
        for (int s = 0; s + 1 < firstArc.length; s++) {
            Arrays.fill(source, firstArc[s], firstArc[s + 1], s);
        }
        return source;
    }

    /** The states from which a goal can be reached. Complexity: linear in the arcs. */
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
     * States in an order in which the chosen arcs lead forwards, otherwise as they were; unchanged if those arcs form a
     * cycle. Arcs lead to classes of states, each of which has one state here.
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
