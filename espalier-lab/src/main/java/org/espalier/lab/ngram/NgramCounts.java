package org.espalier.lab.ngram;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.BitSet;

/**
 * Counts of all n-grams up to a length, in a tree: a node is an n-gram, its parent the n-gram without the last symbol. Every
 * node also knows its suffix, the n-gram without the first, whose number is always smaller than its own.
 */
final class NgramCounts {
    static final int ROOT = 0;
    static final int NONE = -1;

    private final int order;
    private final int start;
    private final Long2IntOpenHashMap children = new Long2IntOpenHashMap();
    private final IntArrayList counts = new IntArrayList();
    private final IntArrayList parents = new IntArrayList();
    private final IntArrayList suffixes = new IntArrayList();
    private final IntArrayList lengths = new IntArrayList();

    /** The n-grams that include the start of a string. */
    private final BitSet initial = new BitSet();

    /** @param start the symbol before each string; it is not an event */
    NgramCounts(int order, int start) {
        this.order = order;
        this.start = start;
        children.defaultReturnValue(NONE);
        node(NONE, NONE, 0);
    }

    private int node(int parent, int suffix, int length) {
        counts.add(0);
        parents.add(parent);
        suffixes.add(suffix);
        lengths.add(length);
        return counts.size() - 1;
    }

    /**
     * Counts the n-grams of a string.
     *
     * <p>Complexity: O(length · order).
     */
    void add(int... symbols) {
        // From the right, so that the suffix of a new n-gram already exists.
        for (int from = symbols.length - 1; from >= 0; from--) {
            int node = ROOT;
            int suffix = ROOT;
            for (int at = from; at < Math.min(symbols.length, from + order); at++) {
                suffix = at == from ? ROOT : child(suffix, symbols[at]);
                int child = child(node, symbols[at]);
                if (child == NONE) {
                    child = node(node, suffix, at - from + 1);
                    children.put(key(node, symbols[at]), child);
                    initial.set(child, symbols[from] == start);
                }
                node = child;
                counts.set(node, counts.getInt(node) + 1);
            }
        }
    }

    /**
     * Returns the counts of Kneser–Ney smoothing. The longest n-grams, and those at the start of a string, keep their
     * frequency. Any other n-gram has the number of different symbols before it. The start symbol has 0, as it is not an
     * event.
     */
    int[] adjusted() {
        int[] adjusted = new int[size()];
        for (int node = 1; node < size(); node++) {
            if (lengths.getInt(node) > 1) {
                adjusted[suffix(node)]++;
            }
        }
        for (int node = 1; node < size(); node++) {
            if (lengths.getInt(node) == order || initial.get(node)) {
                adjusted[node] = counts.getInt(node);
            }
        }
        int startNode = child(ROOT, start);
        if (startNode != NONE) {
            adjusted[startNode] = 0;
        }
        adjusted[ROOT] = 0;
        return adjusted;
    }

    Long2IntOpenHashMap children() {
        return children;
    }

    int child(int node, int symbol) {
        return children.get(key(node, symbol));
    }

    static long key(int node, int symbol) {
        return ((long) node << 32) | symbol;
    }

    int size() {
        return counts.size();
    }

    int parent(int node) {
        return parents.getInt(node);
    }

    int suffix(int node) {
        return suffixes.getInt(node);
    }

    int length(int node) {
        return lengths.getInt(node);
    }
}
