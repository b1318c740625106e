package org.espalier.fst;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;

/** A graph over marks in compressed rows, state 0 first, each state standing for a node of an {@link LazyGraph}. */
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

    /** The states between a root and an end, numbered topologically where that is possible. */
    MarkGraph trim(int root, IntPredicate isFinal) {
        BitSet live = CsrGraph.reaching(s -> isFinal.test(nodes[s]), firstArc, target);
        int[] order = live.get(root) ? reversePostorder(root, live) : new int[0];
        return select(order);
    }

    /** One state for each class, that of its first member. */
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

    /** These states in this order, with the arcs between them. */
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

    /** States reached from a root inside a set, latest finished first: a topological order if there is one. */
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
