package org.espalier.fst;

import java.util.Arrays;

/**
 * The nodes of machine and pair that can be reached, numbered topologically: arcs lead to higher nodes, and node 0 is
 * the start. Its arrays are reused from pair to pair.
 *
 * <p>Layout: node n has the arcs {@code arcStart[n] … arcStart[n+1]-1}, in increasing order of {@code mark}, and stands
 * at position i·(|y|+1)+j = {@code position[n]}.
 */
final class ProductGraph {
    /** A path may end here. */
    static final byte FINAL = 1;
    /** Another node at the same position may have the same future. */
    static final byte RIVALS = 2;

    int nodes;
    int[] position = new int[1 << 10];
    byte[] flags = new byte[1 << 10];
    int[] arcStart = new int[(1 << 10) + 1];
    int[] mark = new int[1 << 11];
    int[] target = new int[1 << 11];

    /** Makes room for so many nodes and arcs more. */
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

    /** How far the node that got furthest has come, counting symbols of both tapes. */
    NoPathReason noPath(int width) {
        int best = 0;
        for (int n = 0; n < nodes; n++) {
            best = NoPathReason.further(position[n], best, width);
        }
        return NoPathReason.at(best, width);
    }
}
