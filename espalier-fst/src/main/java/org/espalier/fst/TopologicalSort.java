package org.espalier.fst;

import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * Finds a topological order of an expansion that does not come with one, by walking it depth-first: the reverse of the
 * order in which nodes are left. A way back to a node that has not been left is a cycle.
 */
final class TopologicalSort {
    private static final int UNSEEN = -1;
    private static final int OPEN = -2;

    private final LazyGraph expansion;
    private final int maxNodes;
    private final IntArrayList firstArc = new IntArrayList();
    private final IntArrayList endArc = new IntArrayList();
    /** UNSEEN, OPEN, or how many nodes were left before this one. */
    private final IntArrayList left = new IntArrayList();

    private final IntArrayList order = new IntArrayList();

    TopologicalSort(LazyGraph expansion, int maxNodes) {
        this.expansion = expansion;
        this.maxNodes = maxNodes;
    }

    /** Fills the product with all that can be reached from a root; false if there is a cycle. */
    boolean layOpen(int root, ProductGraph product) {
        IntArrayList stack = IntArrayList.of(root);
        IntArrayList nextArc = new IntArrayList();
        open(root, nextArc);
        while (!stack.isEmpty()) {
            int node = stack.topInt();
            int arc = nextArc.popInt();
            if (arc == endArc.getInt(node)) {
                left.set(node, order.size());
                order.add(stack.popInt());
                continue;
            }
            nextArc.add(arc + 1);
            int next = expansion.outNode[arc];
            if (left.getInt(next) == UNSEEN) {
                stack.add(next);
                open(next, nextArc);
            } else if (left.getInt(next) == OPEN) {
                return false;
            }
        }
        fill(product);
        return true;
    }

    private void open(int node, IntArrayList nextArc) {
        if (expansion.nodes() > maxNodes) {
            throw LatticeBuilder.tooLarge("", maxNodes);
        }
        int start = expansion.outCount;
        expansion.expand(node);
        while (left.size() < expansion.nodes()) {
            left.add(UNSEEN);
            firstArc.add(0);
            endArc.add(0);
        }
        left.set(node, OPEN);
        firstArc.set(node, start);
        endArc.set(node, expansion.outCount);
        nextArc.add(start);
    }

    private void fill(ProductGraph product) {
        product.nodes = 0;
        product.reserve(order.size(), expansion.outCount);
        int last = order.size() - 1;
        int arcs = 0;
        for (int n = 0; n <= last; n++) {
            int node = order.getInt(last - n);
            for (int a = firstArc.getInt(node); a < endArc.getInt(node); a++) {
                product.mark[arcs] = expansion.outMark[a];
                product.target[arcs++] = last - left.getInt(expansion.outNode[a]);
            }
            product.position[n] = expansion.position(node);
            product.flags[n] = (byte) (ProductGraph.RIVALS | (expansion.isFinal(node) ? ProductGraph.FINAL : 0));
            product.arcStart[n + 1] = arcs;
        }
        product.nodes = order.size();
    }
}
