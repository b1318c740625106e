package org.espalier.model;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The strings of a tree as padded rows of equal length, for networks that read whole strings. There is one row per leaf of
 * the tree. A prefix that several rows share is computed in all, and its result is taken from the first.
 */
final class PaddedStrings {
    /**
     * Rows of equal length that are processed together.
     *
     * @param rows the number of rows
     * @param length the length of a row: the beginning, the marks, and padding
     * @param symbols the symbols of all rows; padding is the symbol of the beginning
     * @param nodes the nodes of the tree whose results are taken from this chunk
     * @param places for each of these nodes the index of its last symbol in {@code symbols}
     * @param prefixes for each symbol the node that ends with it; -1 for padding
     */
    @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
    record Chunk(int rows, int length, int[] symbols, int[] nodes, int[] places, int[] prefixes) {}

    /** The lengths of rows are multiples of this number, so that there are few different lengths. */
    private static final int LENGTH_UNIT = 16;

    private final PrefixTree tree;
    private final int[] depth;
    private final boolean[] placed;
    private final int maxLength;

    private PaddedStrings(PrefixTree tree, int maxLength) {
        this.tree = tree;
        this.maxLength = maxLength;
        this.depth = new int[tree.nodes()];
        this.placed = new boolean[tree.nodes()];
    }

    /**
     * Divides the strings of a tree into chunks that together have every node once. Strings of similar lengths share a chunk,
     * so there is little padding. The length of a string's row does not depend on the other strings, because the rounding
     * of a network's results depends on it.
     *
     * @param maxSymbols the largest number of symbols of a chunk with more than one row
     * @param maxLength the largest length of a row
     */
    static List<Chunk> of(PrefixTree tree, int maxSymbols, int maxLength) {
        return new PaddedStrings(tree, maxLength).chunks(maxSymbols);
    }

    private List<Chunk> chunks(int maxSymbols) {
        boolean[] hasChild = new boolean[tree.nodes()];
        for (int node = tree.pairs(); node < tree.nodes(); node++) {
            depth[node] = depth[tree.parent(node)] + 1;
            hasChild[tree.parent(node)] = true;
        }
        List<Chunk> chunks = new ArrayList<>();
        IntArrayList leaves = new IntArrayList();
        // Nodes are numbered by length, so no leaf is shorter than those before it.
        for (int node = 0; node < tree.nodes(); node++) {
            if (hasChild[node]) {
                continue;
            }
            if (!leaves.isEmpty()
                    && ((leaves.size() + 1L) * length(node) > maxSymbols || length(node) > length(leaves.getInt(0)))) {
                chunks.add(chunk(leaves));
                leaves.clear();
            }
            leaves.add(node);
        }
        chunks.add(chunk(leaves));
        return chunks;
    }

    /** Returns the length of the row of the string that ends at a node. */
    private int length(int node) {
        int symbols = depth[node] + 1;
        return Math.min(maxLength, (symbols + LENGTH_UNIT - 1) / LENGTH_UNIT * LENGTH_UNIT);
    }

    private Chunk chunk(IntArrayList leaves) {
        int length = length(leaves.getInt(0));
        int[] symbols = new int[LatticeBatch.index((long) leaves.size() * length)];
        Arrays.fill(symbols, tree.mark(0));
        int[] prefixes = new int[symbols.length];
        Arrays.fill(prefixes, -1);
        IntArrayList nodes = new IntArrayList();
        IntArrayList places = new IntArrayList();
        for (int row = 0; row < leaves.size(); row++) {
            for (int node = leaves.getInt(row); node >= 0; node = tree.parent(node)) {
                int place = row * length + depth[node];
                symbols[place] = tree.mark(node);
                prefixes[place] = node;
                if (!placed[node]) {
                    placed[node] = true;
                    nodes.add(node);
                    places.add(place);
                }
            }
        }
        return new Chunk(leaves.size(), length, symbols, nodes.toIntArray(), places.toIntArray(), prefixes);
    }
}
