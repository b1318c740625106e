package org.espalier.model;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.fst.base.EspalierException;

/**
 * Mark strings of the pairs of a batch, with common prefixes shared within a pair: strings that a sampler drew, or that are
 * to be scored. Anything that depends on a prefix is computed once for all strings that start with it. Immutable.
 *
 * <p>Nodes are prefixes, numbered by length. The first {@code pairs} nodes are the empty prefixes; node p is that of pair p.
 * Nodes of equal length are in the order of their parents. An end is a node at which strings end; its count is the number of
 * strings that equal it.
 *
 * <p>Events are the steps that have a probability. First, for each node except the roots, the event that its mark follows its
 * parent ({@code event = node - pairs}); then, for each end, the event that EOS follows its node. The log-probability of a
 * string is the sum over its events.
 */
public final class PrefixTree {
    private final LatticeBatch batch;
    private final int pairs;
    private final int[] firstNodeOfDepth;
    private final int[] parent;
    private final int[] mark;
    private final int[] state;
    private final int[] pair;
    private final int[] endNode;
    private final int[] endCount;

    private PrefixTree(Builder builder) {
        this.batch = builder.batch;
        this.pairs = builder.pairs;
        this.firstNodeOfDepth = builder.firstNodeOfDepth.toIntArray();
        this.parent = builder.parent.toIntArray();
        this.mark = builder.mark.toIntArray();
        this.state = builder.state.toIntArray();
        this.pair = builder.pair.toIntArray();
        this.endNode = builder.endNode.toIntArray();
        this.endCount = builder.endCount.toIntArray();
    }

    /**
     * Builds the tree of given mark strings. Equal strings of a pair become one end. Complexity: sorting the strings of each
     * pair.
     *
     * @param strings one list of mark strings per pair
     * @throws EspalierException if a string is not in the lattice of its pair
     */
    public static PrefixTree of(LatticeBatch batch, List<List<int[]>> strings) {
        return new PrefixTreeFromStrings(batch, strings).build();
    }

    /** Returns the batch whose mark strings these are. */
    public LatticeBatch batch() {
        return batch;
    }

    public int pairs() {
        return pairs;
    }

    public int nodes() {
        return parent.length;
    }

    /** Returns the number of depths: one more than the length of the longest prefix. */
    public int depths() {
        return firstNodeOfDepth.length - 1;
    }

    /** Returns the first node of a depth; for {@code depth == depths()}, the number of nodes. */
    public int firstNode(int depth) {
        return firstNodeOfDepth[depth];
    }

    /** Returns the prefix without its last mark; -1 for an empty prefix. */
    public int parent(int node) {
        return parent[node];
    }

    /** Returns the last mark of a prefix; for an empty prefix the number of marks, which stands for the beginning. */
    public int mark(int node) {
        return mark[node];
    }

    /** Returns the state of the batch that a prefix leads to. */
    public int state(int node) {
        return state[node];
    }

    public int pair(int node) {
        return pair[node];
    }

    public int ends() {
        return endNode.length;
    }

    public int endNode(int end) {
        return endNode[end];
    }

    public int endCount(int end) {
        return endCount[end];
    }

    public int events() {
        return nodes() - pairs + ends();
    }

    /** Returns the event that the mark of a node follows its parent. The node must not be a root. */
    public int eventOfNode(int node) {
        return node - pairs;
    }

    /** Returns the event that EOS follows the node of an end. */
    public int eventOfEnd(int end) {
        return nodes() - pairs + end;
    }

    /** Returns the prefix that an event follows. */
    public int prefix(int event) {
        int node = event + pairs;
        return node < nodes() ? parent[node] : endNode[node - nodes()];
    }

    /** Returns the mark of an event, or the number of marks for EOS. */
    public int symbol(int event) {
        int node = event + pairs;
        return node < nodes() ? mark[node] : mark[0];
    }

    /** Returns the mark string of an end. */
    public int[] string(int end) {
        IntArrayList marks = new IntArrayList();
        for (int node = endNode[end]; parent[node] >= 0; node = parent[node]) {
            marks.add(mark[node]);
        }
        int[] result = new int[marks.size()];
        Arrays.setAll(result, i -> marks.getInt(marks.size() - 1 - i));
        return result;
    }

    /** Returns the length of the mark string of an end. Complexity: linear in the length. */
    public int length(int end) {
        int node = endNode[end];
        int depth = 0;
        while (parent[node] >= 0) {
            node = parent[node];
            depth++;
        }
        return depth;
    }

    /** Returns for each end the sum of a value over the events of its string. Complexity: linear in nodes. */
    public double[] totals(double[] ofEvent) {
        double[] upTo = new double[nodes()];
        for (int node = pairs; node < nodes(); node++) {
            upTo[node] = upTo[parent[node]] + ofEvent[eventOfNode(node)];
        }
        double[] result = new double[ends()];
        Arrays.setAll(result, end -> upTo[endNode[end]] + ofEvent[eventOfEnd(end)]);
        return result;
    }

    /**
     * Returns for each event the sum of a value over the ends whose strings contain it. This is the transpose of {@link
     * #totals}: it turns a gradient of strings into a gradient of events. Complexity: linear in nodes.
     */
    public double[] eventGradient(double[] ofEnd) {
        double[] result = new double[events()];
        double[] below = new double[nodes()];
        for (int end = 0; end < ends(); end++) {
            result[eventOfEnd(end)] = ofEnd[end];
            below[endNode[end]] += ofEnd[end];
        }
        for (int node = nodes() - 1; node >= pairs; node--) {
            result[eventOfNode(node)] = below[node];
            below[parent[node]] += below[node];
        }
        return result;
    }

    int[] marks() {
        return mark;
    }

    int[] states() {
        return state;
    }

    int[] pairsOfNodes() {
        return pair;
    }

    /** Builds a tree depth by depth: the nodes of one depth with the ends of the depth before, then {@link #deeper}. */
    static final class Builder {
        private final LatticeBatch batch;
        private final int pairs;
        private final IntArrayList firstNodeOfDepth = new IntArrayList();
        private final IntArrayList parent = new IntArrayList();
        private final IntArrayList mark = new IntArrayList();
        private final IntArrayList state = new IntArrayList();
        private final IntArrayList pair = new IntArrayList();
        private final IntArrayList endNode = new IntArrayList();
        private final IntArrayList endCount = new IntArrayList();

        Builder(LatticeBatch batch) {
            this.batch = batch;
            this.pairs = batch.pairs();
            firstNodeOfDepth.add(0);
            for (int p = 0; p < pairs; p++) {
                parent.add(-1);
                mark.add(batch.marks());
                state.add(batch.root(p));
                pair.add(p);
            }
            deeper();
        }

        /** Adds and returns a node that is one mark longer than its parent, which must be of the depth before. */
        int node(int parentNode, int lastMark, int targetState) {
            parent.add(parentNode);
            mark.add(lastMark);
            state.add(targetState);
            pair.add(pair.getInt(parentNode));
            return parent.size() - 1;
        }

        /** Adds an end at a node. */
        void end(int node, int count) {
            endNode.add(node);
            endCount.add(count);
        }

        /** Completes the present depth. */
        void deeper() {
            firstNodeOfDepth.add(parent.size());
        }

        int nodes() {
            return parent.size();
        }

        int state(int node) {
            return state.getInt(node);
        }

        int pair(int node) {
            return pair.getInt(node);
        }

        PrefixTree build() {
            return new PrefixTree(this);
        }
    }
}
