package org.espalier.fst;

import java.util.Arrays;

/**
 * A deterministic graph over marks that is laid open node by node: what a lattice is before it is trimmed and
 * minimized. Nodes are numbered as they are met.
 */
abstract class LazyGraph {
    /**
     * Marks and nodes of arcs, up to {@link #outCount}. {@link #expand} adds to them; whoever calls it takes them off
     * again, at once or, as from a stack, later.
     */
    int[] outMark = new int[1 << 9];

    int[] outNode = new int[1 << 9];
    int outCount;

    /** The first node, or -1 if it is known beforehand that no path generates the pair. */
    abstract int root();

    /** Adds the arcs of a node, in increasing order of marks. */
    abstract void expand(int node);

    abstract boolean isFinal(int node);

    /** The position i·(|y|+1)+j of a node. */
    abstract int position(int node);

    /** How many nodes have been met. */
    abstract int nodes();

    /** The position that the furthest path got to. */
    int furthest(int width) {
        int best = 0;
        for (int n = 0; n < nodes(); n++) {
            best = NoPathReason.further(position(n), best, width);
        }
        return best;
    }

    final void emit(int mark, int node) {
        if (outCount == outMark.length) {
            outMark = Arrays.copyOf(outMark, 2 * outCount);
            outNode = Arrays.copyOf(outNode, 2 * outCount);
        }
        outMark[outCount] = mark;
        outNode[outCount++] = node;
    }
}
