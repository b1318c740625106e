package org.espalier.fst;

import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * Finds a topological order of a {@link LazyGraph} by depth-first search: the reverse of the order in which nodes are
 * finished. An arc to a node that is still open closes a cycle. Complexity: linear in the nodes and arcs.
 */
final class TopologicalSort {
    private static final int UNSEEN = -1;
    private static final int OPEN = -2;

    private final LazyGraph graph;
    private final int maxNodes;
    private final IntArrayList firstArc = new IntArrayList();
    private final IntArrayList endArc = new IntArrayList();
    /** UNSEEN, OPEN, or the number of nodes that were finished before this one. */
    private final IntArrayList finished = new IntArrayList();

    private final IntArrayList order = new IntArrayList();

    TopologicalSort(LazyGraph graph, int maxNodes) {
        this.graph = graph;
        this.maxNodes = maxNodes;
    }

    /** Fills the product with all nodes reachable from a root. Returns false if there is a cycle. */
    boolean expand(int root, ProductGraph product) {
        IntArrayList stack = IntArrayList.of(root);
        IntArrayList nextArc = new IntArrayList();
        open(root, nextArc);
        while (!stack.isEmpty()) {
            int node = stack.topInt();
            int arc = nextArc.popInt();
            if (arc == endArc.getInt(node)) {
                finished.set(node, order.size());
                order.add(stack.popInt());
                continue;
            }
            nextArc.add(arc + 1);
            int next = graph.outNode[arc];
            if (finished.getInt(next) == UNSEEN) {
                stack.add(next);
                open(next, nextArc);
            } else if (finished.getInt(next) == OPEN) {
                return false;
            }
        }
        fill(product);
        return true;
    }

    private void open(int node, IntArrayList nextArc) {
        if (graph.nodes() > maxNodes) {
            throw LatticeBuilder.tooLarge("", maxNodes);
        }
        int start = graph.outCount;
        graph.expand(node);
        while (finished.size() < graph.nodes()) {
            finished.add(UNSEEN);
            firstArc.add(0);
            endArc.add(0);
        }
        finished.set(node, OPEN);
        firstArc.set(node, start);
        endArc.set(node, graph.outCount);
        nextArc.add(start);
    }

    private void fill(ProductGraph product) {
        product.nodes = 0;
        product.reserve(order.size(), graph.outCount);
        int last = order.size() - 1;
        int arcs = 0;
        for (int n = 0; n <= last; n++) {
            int node = order.getInt(last - n);
            for (int a = firstArc.getInt(node); a < endArc.getInt(node); a++) {
                product.mark[arcs] = graph.outMark[a];
                product.target[arcs++] = last - finished.getInt(graph.outNode[a]);
            }
            product.position[n] = graph.position(node);
            product.flags[n] = (byte) (ProductGraph.MERGE_CANDIDATE | (graph.isFinal(node) ? ProductGraph.FINAL : 0));
            product.arcStart[n + 1] = arcs;
        }
        product.nodes = order.size();
    }
}
