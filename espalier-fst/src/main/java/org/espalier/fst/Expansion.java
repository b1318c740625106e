package org.espalier.fst;

import java.util.Arrays;

/**
 * A deterministic graph over marks that is laid open node by node: what a lattice is before it is trimmed and
 * minimized. Nodes are numbered in the order in which they are met.
 */
abstract class Expansion {
    /** Marks and nodes of the arcs that {@link #expand} found, in increasing order of marks. */
    int[] outMark = new int[16];

    int[] outNode = new int[16];
    int outCount;

    /** The first node, or -1 if even the start does not fit the pair. */
    abstract int root();

    /** Puts the arcs of a node into {@link #outMark} and {@link #outNode}. */
    abstract void expand(int node);

    abstract boolean isFinal(int node);

    /** The position i·(|y|+1)+j of a node. */
    abstract int position(int node);

    /** How many nodes have been met. */
    abstract int nodes();

    /** How many nodes there are at the most, in words for a message; empty if that is not known. */
    abstract String bound();

    /** The position of the node that got furthest, counting symbols of both tapes. */
    int furthest(int width) {
        int best = 0;
        for (int n = 0; n < nodes(); n++) {
            int p = position(n);
            if (p / width + p % width > best / width + best % width) {
                best = p;
            }
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
