package org.espalier.fst;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;

/** A graph over marks in compressed rows. State 0 is the first. Each state stands for a node of a {@link LazyGraph}. */
final class MarkGraph {
    final int[] nodes;
    final int[] firstArc;
    final int[] mark;
    final int[] target;

    MarkGraph(int[] nodes, int[] firstArc, int[] mark, int[] target) {
        this.nodes = nodes;
        this.firstArc = firstArc;
        this.mark = mark;
        this.target = target;
    }

    boolean isNumberedTopologically() {
        int[] source = CsrGraph.sources(firstArc);
        for (int a = 0; a < target.length; a++) {
            if (target[a] <= source[a]) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the graph of the states that lie between a root and a final state, numbered topologically if it is
     * acyclic. Complexity: linear in states and arcs.
     */
    MarkGraph trim(int root, IntPredicate isFinal) {
        BitSet live = CsrGraph.reaching(s -> isFinal.test(nodes[s]), firstArc, target);
        int[] order = live.get(root) ? reversePostorder(root, live) : new int[0];
        return select(order);
    }

    /**
     * Returns the graph with one state per class: the first state of the class. Complexity: linear in states and arcs.
     */
    MarkGraph quotient(int[] classOf) {
        int classes = Arrays.stream(classOf).max().orElse(-1) + 1;
        int[] representative = new int[classes];
        Arrays.fill(representative, -1);
        int[] merged = new int[target.length];
        for (int s = nodes.length - 1; s >= 0; s--) {
            representative[classOf[s]] = s;
        }
        for (int a = 0; a < target.length; a++) {
            merged[a] = representative[classOf[target[a]]];
        }
        BitSet kept = new BitSet();
        Arrays.stream(representative).filter(s -> s >= 0).forEach(kept::set);
        MarkGraph redirected = new MarkGraph(nodes, firstArc, mark, merged);
        return redirected.select(redirected.reversePostorder(0, kept));
    }

    /** Returns the graph of these states in this order, with the arcs between them. */
    private MarkGraph select(int[] order) {
        int[] number = new int[nodes.length];
        Arrays.fill(number, -1);
        for (int k = 0; k < order.length; k++) {
            number[order[k]] = k;
        }
        int[] first = new int[order.length + 1];
        IntArrayList marks = new IntArrayList();
        IntArrayList targets = new IntArrayList();
        int[] kept = new int[order.length];
        for (int k = 0; k < order.length; k++) {
            int s = order[k];
            kept[k] = nodes[s];
            for (int a = firstArc[s]; a < firstArc[s + 1]; a++) {
                if (number[target[a]] >= 0) {
                    marks.add(mark[a]);
                    targets.add(number[target[a]]);
                }
            }
            first[k + 1] = marks.size();
        }
        return new MarkGraph(kept, first, marks.toIntArray(), targets.toIntArray());
    }

    /**
     * Returns the states reached from a root inside a set in reverse postorder, which is topological if the graph is
     * acyclic.
     */
    private int[] reversePostorder(int root, BitSet within) {
        BitSet seen = new BitSet(nodes.length);
        IntArrayList stack = IntArrayList.of(root);
        int[] next = firstArc.clone();
        IntArrayList finished = new IntArrayList();
        seen.set(root);
        while (!stack.isEmpty()) {
            int s = stack.topInt();
            if (next[s] == firstArc[s + 1]) {
                finished.add(stack.popInt());
                continue;
            }
            int t = target[next[s]++];
            if (within.get(t) && !seen.get(t)) {
                seen.set(t);
                stack.add(t);
            }
        }
        int[] order = new int[finished.size()];
        Arrays.setAll(order, k -> finished.getInt(order.length - 1 - k));
        return order;
    }
}
