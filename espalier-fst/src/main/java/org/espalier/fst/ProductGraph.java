package org.espalier.fst;

import java.util.Arrays;

/**
 * The reachable nodes of the product of a machine with a pair, numbered topologically: node 0 is the start, and arcs
 * lead to higher nodes. The arrays are reused from pair to pair.
 *
 * <p>Layout: the arcs of node n are {@code arcStart[n] … arcStart[n+1]-1}, in increasing order of {@code mark}, and
 * {@code position[n]} is its position i·(|y|+1)+j.
 */
final class ProductGraph {
    /** A path may end here. */
    static final byte FINAL = 1;
    /** Another node at the same position may have the same future. */
    static final byte MERGE_CANDIDATE = 2;

    int nodes;
    int[] position = new int[1 << 10];
    byte[] flags = new byte[1 << 10];
    int[] arcStart = new int[(1 << 10) + 1];
    int[] mark = new int[1 << 11];
    int[] target = new int[1 << 11];

    /** Makes room for more nodes and arcs. */
    void reserve(int moreNodes, int moreArcs) {
        int needNodes = nodes + moreNodes;
        if (needNodes > position.length) {
            int size = Math.max(2 * position.length, needNodes);
            position = Arrays.copyOf(position, size);
            flags = Arrays.copyOf(flags, size);
            arcStart = Arrays.copyOf(arcStart, size + 1);
        }
        int needArcs = arcStart[nodes] + moreArcs;
        if (needArcs > mark.length) {
            int size = Math.max(2 * mark.length, needArcs);
            mark = Arrays.copyOf(mark, size);
            target = Arrays.copyOf(target, size);
        }
    }

    /** Returns how far the furthest node got, counting symbols of both tapes. */
    NoPathReason noPath(int width) {
        int best = 0;
        for (int n = 0; n < nodes; n++) {
            best = NoPathReason.further(position[n], best, width);
        }
        return NoPathReason.at(best, width);
    }
}
