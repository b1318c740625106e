package org.espalier.model;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The longest prefixes of a tree laid out as rows of equal length, for networks that look at whole strings. A prefix of
 * several rows is looked for in the first.
 */
final class PaddedStrings {
    /**
     * Rows that are worked on together.
     *
     * @param length of each row: the beginning, its marks, and the beginning again for what is missing
     * @param symbols row after row
     * @param nodes the prefixes to look for here
     * @param places for each of these, where in {@code symbols} it ends
     * @param prefixes for each symbol the prefix that ends with it; -1 where it stands for what is missing
     */
    @SuppressWarnings("ArrayRecordComponent") // handed from one stage to the next, never compared
    record Chunk(int rows, int length, int[] symbols, int[] nodes, int[] places, int[] prefixes) {}

    /** Lengths of rows are multiples of it: not so many that each would have rows of its own. */
    private static final int UNIT = 16;

    private final PrefixTree tree;
    private final int[] depth;
    private final boolean[] placed;
    private final int longest;

    private PaddedStrings(PrefixTree tree, int longest) {
        this.tree = tree;
        this.longest = longest;
        this.depth = new int[tree.nodes()];
        this.placed = new boolean[tree.nodes()];
    }

    /**
     * Chunks of at most {@code symbols} symbols each, or of one row; together they have every node once. Rows of like
     * lengths are together, so that little is missing. The length of its row depends on a string alone, not on the strings
     * beside it, for networks would round otherwise.
     *
     * @param longest that a row may be
     */
    static List<Chunk> of(PrefixTree tree, int symbols, int longest) {
        return new PaddedStrings(tree, longest).chunks(symbols);
    }

    private List<Chunk> chunks(int symbols) {
        boolean[] goesOn = new boolean[tree.nodes()];
        for (int node = tree.pairs(); node < tree.nodes(); node++) {
            depth[node] = depth[tree.parent(node)] + 1;
            goesOn[tree.parent(node)] = true;
        }
        List<Chunk> chunks = new ArrayList<>();
        IntArrayList leaves = new IntArrayList();
        // Nodes are numbered by length, so each leaf is at least as long as those before it.
        for (int node = 0; node < tree.nodes(); node++) {
            if (goesOn[node]) {
                continue;
            }
            if (!leaves.isEmpty()
                    && ((leaves.size() + 1L) * length(node) > symbols || length(node) > length(leaves.getInt(0)))) {
                chunks.add(chunk(leaves));
                leaves.clear();
            }
            leaves.add(node);
        }
        chunks.add(chunk(leaves));
        return chunks;
    }

    /** Of the row of a string that ends at a node. */
    private int length(int node) {
        int symbols = depth[node] + 1;
        return Math.min(longest, (symbols + UNIT - 1) / UNIT * UNIT);
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
