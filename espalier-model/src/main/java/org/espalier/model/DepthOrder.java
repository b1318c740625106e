package org.espalier.model;

import java.util.Arrays;
import java.util.List;

/**
 * The order in which a recurrent network reads many strings at once: nodes by depth, each going on from a node of the
 * depth before. Prefix trees have one; so has a list of separate strings.
 *
 * <p>{@code from} gives the parent of each node by its place within its own depth; what it gives at depth 0 means
 * nothing, for there the network begins with zeros.
 */
@SuppressWarnings("ArrayRecordComponent") // handed over whole, never compared
record DepthOrder(int[] firstNode, int[] from) {
    static DepthOrder of(PrefixTree tree) {
        int[] firstNode = new int[tree.depths() + 1];
        Arrays.setAll(firstNode, tree::firstNode);
        int[] from = new int[tree.nodes()];
        for (int depth = 1; depth < tree.depths(); depth++) {
            for (int node = firstNode[depth]; node < firstNode[depth + 1]; node++) {
                from[node] = tree.parent(node) - firstNode[depth - 1];
            }
        }
        return new DepthOrder(firstNode, from);
    }

    int depths() {
        return firstNode.length - 1;
    }

    int nodes() {
        return from.length;
    }

    int width(int depth) {
        return firstNode[depth + 1] - firstNode[depth];
    }

    /** Whether every node of a depth goes on from the node at the same place, and none of those is left out. */
    boolean isStraight(int depth) {
        if (width(depth) != width(depth - 1)) {
            return false;
        }
        for (int i = 0; i < width(depth); i++) {
            if (from[firstNode[depth] + i] != i) {
                return false;
            }
        }
        return true;
    }

    /** Separate strings, read each from its first symbol on. */
    static final class Strings {
        private final DepthOrder order;
        private final int[] symbols;
        private final int[][] node;

        Strings(List<int[]> strings) {
            int longest = strings.stream().mapToInt(s -> s.length).max().orElse(0);
            int[] firstNode = new int[longest + 1];
            for (int[] string : strings) {
                for (int t = 0; t < string.length; t++) {
                    firstNode[t + 1]++;
                }
            }
            Arrays.parallelPrefix(firstNode, Integer::sum);
            int[] from = new int[firstNode[longest]];
            this.symbols = new int[from.length];
            this.node = new int[strings.size()][];
            int[] next = firstNode.clone();
            for (int i = 0; i < node.length; i++) {
                int[] string = strings.get(i);
                node[i] = new int[string.length];
                for (int t = 0; t < string.length; t++) {
                    int n = next[t]++;
                    node[i][t] = n;
                    symbols[n] = string[t];
                    from[n] = t == 0 ? 0 : node[i][t - 1] - firstNode[t - 1];
                }
            }
            this.order = new DepthOrder(firstNode, from);
        }

        DepthOrder order() {
            return order;
        }

        /** The symbol that each node reads. */
        int[] symbols() {
            return symbols;
        }

        /** The node that a string is at after reading its symbol number t. */
        int node(int string, int t) {
            return node[string][t];
        }
    }
}
