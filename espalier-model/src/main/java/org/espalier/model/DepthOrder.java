package org.espalier.model;

import java.util.Arrays;
import java.util.List;

/**
 * The order in which a recurrent network reads many strings in parallel: nodes sorted by depth, where each node continues a
 * node of the depth before. The strings form a prefix tree or are separate.
 *
 * @param firstNode the first node of each depth, followed by the number of nodes
 * @param from the parent of each node, as its place within the depth before; unused at depth 0, where the network starts
 *     from zeros
 */
@SuppressWarnings("ArrayRecordComponent") // passed on, never compared
record DepthOrder(int[] firstNode, int[] from) {
    /** Returns the order of the nodes of a tree. */
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

    /** Returns the number of nodes of a depth. */
    int width(int depth) {
        return firstNode[depth + 1] - firstNode[depth];
    }

    /** Returns whether node i of a depth continues node i of the depth before, for all nodes of both depths. */
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

    /** Separate strings that do not share prefixes. */
    static final class Strings {
        private final DepthOrder order;
        private final int[] symbols;
        private final int[][] node;

        Strings(List<int[]> strings) {
            int maxLength = strings.stream().mapToInt(s -> s.length).max().orElse(0);
            int[] firstNode = new int[maxLength + 1];
            for (int[] string : strings) {
                for (int t = 0; t < string.length; t++) {
                    firstNode[t + 1]++;
                }
            }
            Arrays.parallelPrefix(firstNode, Integer::sum);
            int[] from = new int[firstNode[maxLength]];
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

        /** Returns the symbol that each node reads. */
        int[] symbols() {
            return symbols;
        }

        /** Returns the keys of the nodes, where string p belongs to pair p of the batch. */
        DropoutKeys dropoutKeys() {
            int[] pair = new int[symbols.length];
            int[] number = new int[symbols.length];
            for (int p = 0; p < node.length; p++) {
                for (int t = 0; t < node[p].length; t++) {
                    pair[node[p][t]] = p;
                    number[node[p][t]] = t;
                }
            }
            return new DropoutKeys(pair, number);
        }

        /** Returns the node after symbol t of a string. */
        int node(int string, int t) {
            return node[string][t];
        }
    }
}
