package org.espalier.model;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.fst.base.EspalierException;

/**
 * Mark strings of the pairs of a batch, with common prefixes of a pair's strings shared: what a sampler drew, or what
 * is to be scored. Whatever is said of a prefix is computed once, however many strings begin with it.
 *
 * <p>Nodes are prefixes, numbered by length; the first {@code pairs} nodes are the empty prefixes, node p that of pair p.
 * Within a length, children stand in the order of their parents. An end is a prefix at which strings stop; it has a
 * count, the number of strings that are this one.
 *
 * <p>Events are what has a probability: first, for each node but the roots, in order, that its mark follows its parent
 * ({@code event = node - pairs}); then, for each end, that EOS follows its node. A string's log-probability is the sum
 * over its events.
 */
public final class PrefixTree {
    private final int pairs;
    private final int[] firstNodeOfDepth;
    private final int[] parent;
    private final int[] mark;
    private final int[] state;
    private final int[] pair;
    private final int[] endNode;
    private final int[] endCount;

    private PrefixTree(Builder builder) {
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
     * The tree of given mark strings, for each pair a list of them; equal strings become one end.
     *
     * @throws EspalierException if a string is not one of its pair's lattice
     */
    public static PrefixTree of(LatticeBatch batch, List<List<int[]>> strings) {
        return new PrefixTreeFromStrings(batch, strings).build();
    }

    public int pairs() {
        return pairs;
    }

    public int nodes() {
        return parent.length;
    }

    /** The number of lengths of prefixes: one more than the length of the longest. */
    public int depths() {
        return firstNodeOfDepth.length - 1;
    }

    /** The first prefix of a length; of the length after the last, the number of nodes. */
    public int firstNode(int depth) {
        return firstNodeOfDepth[depth];
    }

    /** The prefix without its last mark; -1 for the empty one. */
    public int parent(int node) {
        return parent[node];
    }

    /** The last mark of a prefix; for the empty one the number of marks, which stands for the beginning. */
    public int mark(int node) {
        return mark[node];
    }

    /** The state of the batch to which a prefix leads. */
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

    /** The event that a node's mark followed its parent; not for roots. */
    public int eventOfNode(int node) {
        return node - pairs;
    }

    /** The event that a string ended. */
    public int eventOfEnd(int end) {
        return nodes() - pairs + end;
    }

    /** The prefix that an event follows. */
    public int prefix(int event) {
        int node = event + pairs;
        return node < nodes() ? parent[node] : endNode[node - nodes()];
    }

    /** The mark an event writes, or the number of marks for EOS. */
    public int symbol(int event) {
        int node = event + pairs;
        return node < nodes() ? mark[node] : mark[0];
    }

    /** The mark string of an end. */
    public int[] string(int end) {
        IntArrayList marks = new IntArrayList();
        for (int node = endNode[end]; parent[node] >= 0; node = parent[node]) {
            marks.add(mark[node]);
        }
        int[] result = new int[marks.size()];
        Arrays.setAll(result, i -> marks.getInt(marks.size() - 1 - i));
        return result;
    }

    /** The length of an end's mark string. */
    public int length(int end) {
        int node = endNode[end];
        int depth = 0;
        while (parent[node] >= 0) {
            node = parent[node];
            depth++;
        }
        return depth;
    }

    /** For each end the sum of a value over the events of its string. Complexity: linear in nodes. */
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
     * For each event the sum of a value over the ends whose strings have it: the transpose of {@link #totals}, which makes
     * the gradient of events of a gradient of strings.
     */
    public double[] shares(double[] ofEnd) {
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

    int[] parents() {
        return parent;
    }

    int[] states() {
        return state;
    }

    int[] pairsOfNodes() {
        return pair;
    }

    /** Grows a tree length by length: {@code node}s and {@code end}s of one length, then {@link #deeper}. */
    static final class Builder {
        private final int pairs;
        private final IntArrayList firstNodeOfDepth = new IntArrayList();
        private final IntArrayList parent = new IntArrayList();
        private final IntArrayList mark = new IntArrayList();
        private final IntArrayList state = new IntArrayList();
        private final IntArrayList pair = new IntArrayList();
        private final IntArrayList endNode = new IntArrayList();
        private final IntArrayList endCount = new IntArrayList();

        Builder(LatticeBatch batch) {
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

        /** Adds a node one mark longer than its parent, which must be of the length before; returns it. */
        int node(int ofParent, int itsMark, int itsState) {
            parent.add(ofParent);
            mark.add(itsMark);
            state.add(itsState);
            pair.add(pair.getInt(ofParent));
            return parent.size() - 1;
        }

        void end(int node, int count) {
            endNode.add(node);
            endCount.add(count);
        }

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
