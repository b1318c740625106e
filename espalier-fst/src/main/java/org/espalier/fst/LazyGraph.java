package org.espalier.fst;

import java.util.Arrays;

/**
 * A deterministic graph over marks that is expanded node by node: a lattice before it is trimmed and minimized. Nodes
 * are numbered as they are reached.
 */
abstract class LazyGraph {
    /**
     * Marks and target nodes of arcs, up to {@link #outCount}. {@link #expand} appends to them, and its caller removes
     * the entries, at once or later, as from a stack.
     */
    int[] outMark = new int[1 << 9];

    int[] outNode = new int[1 << 9];
    int outCount;

    /** Returns the first node, or -1 if it is known beforehand that no path generates the pair. */
    abstract int root();

    /** Adds the arcs of a node, in increasing order of marks. */
    abstract void expand(int node);

    abstract boolean isFinal(int node);

    /** Returns the position i·(|y|+1)+j of a node. */
    abstract int position(int node);

    /** Returns the number of nodes reached so far. */
    abstract int nodes();

    /** Returns the furthest position reached. */
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
