package org.espalier.fst;

import java.util.Arrays;
import org.espalier.fst.base.Plural;

/**
 * Computes the product of a canonical machine with a pair in one sweep over the positions (i, j), row by row. The
 * machine is deterministic, so the product is too.
 *
 * <p>Arcs never lead back: arcs that read or write lead to a later position, and states are numbered so that silent
 * arcs lead to higher ones. So one bit per state and position suffices to record what is reached: when the sweep comes
 * to a bit, all arcs into it have been seen. No table of nodes is needed, and hardly any branch depends on the data.
 * Nodes are numbered in the order of their bits, and the number of bits before each word maps a bit to its node.
 *
 * <p>Layout: bit s of the words {@code bits[c·words …]} is state s at position c = i·(|y|+1)+j.
 *
 * <p>Complexity: linear in the arcs of the product plus the number of words.
 */
final class CanonicalSweep {
    private static final int MAX_WORDS = 1 << 24;

    private final CanonicalMfst machine;
    private final ArcIndex index;
    private final int words;
    private final ProductGraph product;
    private int[] x = {};
    private int[] y = {};
    private int width;
    private long[] bits = {};
    private int[] nodesBefore = {};

    CanonicalSweep(CanonicalMfst machine, ProductGraph product) {
        this.machine = machine;
        this.product = product;
        index = machine.index;
        words = (machine.states() + Long.SIZE - 1) / Long.SIZE;
    }

    /** Returns whether silent arcs form no cycle and a pair of these lengths does not need too many bits. */
    boolean fits(int[] newX, int[] newY) {
        return machine.isSilentlyAcyclic() && words * (newX.length + 1L) * (newY.length + 1L) <= MAX_WORDS;
    }

    /** Fills the product. It has no node if x and y do not begin with what is emitted before the first mark. */
    void expand(int[] newX, int[] newY, int maxNodes) {
        x = newX;
        y = newY;
        width = y.length + 1;
        product.nodes = 0;
        if (!machine.startFits(x, y)) {
            return;
        }
        int size = (x.length + 1) * width * words;
        if (size > bits.length) {
            bits = new long[size];
            nodesBefore = new int[size];
        } else {
            Arrays.fill(bits, 0, size, 0);
        }
        int start = (machine.startIn.length() * width + machine.startOut.length()) * words;
        bits[start + (machine.initial >> 6)] |= 1L << machine.initial;
        for (int i = 0; i <= x.length; i++) {
            for (int j = 0; j <= y.length; j++) {
                product.reserve(machine.states(), machine.arcs());
                sweep(i, j);
            }
            if (product.nodes > maxNodes) {
                throw LatticeBuilder.tooLarge(bound(), maxNodes);
            }
        }
        turnBitsIntoNodes();
    }

    /** Adds the nodes at one position. One method with its arrays in locals, because most of the time is spent here. */
    private void sweep(int i, int j) {
        int c = i * width + j;
        int here = (c * words) << 6;
        int row = (width * words) << 6;
        int step = words << 6;
        int[] silent = index.silent;
        int[] reading = index.reading(x, i);
        int[] writing = index.writing(y, j);
        boolean inside = i < x.length && j < y.length;
        long[] reached = bits;
        int[] mark = product.mark;
        int[] target = product.target;
        int[] arcStart = product.arcStart;
        int node = product.nodes;
        int arcs = arcStart[node];
        for (int w = 0; w < words; w++) {
            int at = c * words + w;
            nodesBefore[at] = node;
            // Silent arcs may set higher bits of this word, so it is read again after each state.
            for (long left = reached[at]; left != 0; ) {
                int s = (w << 6) + Long.numberOfTrailingZeros(left);
                int first = arcs;
                if (silent[s] >= 0) {
                    arcs = addGroup(silent[s], here, reached, mark, target, arcs);
                }
                if (reading[s] >= 0) {
                    arcs = addGroup(reading[s], here + row, reached, mark, target, arcs);
                }
                if (writing[s] >= 0) {
                    arcs = addGroup(writing[s], here + step, reached, mark, target, arcs);
                }
                if (inside && index.hasBoth[s]) {
                    arcs = addReadingAndWriting(s, i, j, here + row + step, arcs);
                }
                if (index.firstLong[s] < index.firstLong[s + 1]) {
                    arcs = addLong(s, i, j, arcs);
                }
                if (arcs - first > 1) {
                    sortByMark(mark, target, first, arcs);
                }
                product.position[node] = c;
                product.flags[node] = flags(s, i, j);
                arcStart[++node] = arcs;
                left = reached[at] & (-2L << s);
            }
        }
        product.nodes = node;
    }

    private byte flags(int s, int i, int j) {
        byte flags = machine.mergeCandidates[s] ? ProductGraph.MERGE_CANDIDATE : 0;
        return machine.isFinal(s) && machine.endsAt(s, x, y, i, j) ? (byte) (flags | ProductGraph.FINAL) : flags;
    }

    /**
     * Adds the arcs of a group and returns the number of arcs now.
     *
     * @param firstBit the index of the first bit of the target's position
     */
    private int addGroup(int group, int firstBit, long[] reached, int[] mark, int[] target, int arcs) {
        int end = index.groupEnd[group];
        int next = arcs;
        for (int slot = group; slot < end; slot++) {
            int bit = firstBit + index.target[slot];
            reached[bit >> 6] |= 1L << bit;
            mark[next] = index.mark[slot];
            target[next++] = bit;
        }
        return next;
    }

    private int addReadingAndWriting(int s, int i, int j, int firstBit, int arcs) {
        int group = index.both(s, x[i], y[j]);
        return group == ArcIndex.NONE ? arcs : addGroup(group, firstBit, bits, product.mark, product.target, arcs);
    }

    private int addLong(int s, int i, int j, int arcs) {
        int next = arcs;
        for (int k = index.firstLong[s]; k < index.firstLong[s + 1]; k++) {
            int a = index.longArcs[k];
            if (machine.matches(machine.in[a], x, i) && machine.matches(machine.out[a], y, j)) {
                int c = (i + machine.length(machine.in[a])) * width + j + machine.length(machine.out[a]);
                int bit = ((c * words) << 6) + machine.target[a];
                bits[bit >> 6] |= 1L << bit;
                product.mark[next] = machine.mark[a];
                product.target[next++] = bit;
            }
        }
        return next;
    }

    /** Sorts arcs by mark. Groups are sorted already, and there are few, so insertion is fastest. */
    private static void sortByMark(int[] mark, int[] target, int start, int end) {
        for (int k = start + 1; k < end; k++) {
            int m = mark[k];
            int t = target[k];
            int at = k;
            for (; at > start && mark[at - 1] > m; at--) {
                mark[at] = mark[at - 1];
                target[at] = target[at - 1];
            }
            mark[at] = m;
            target[at] = t;
        }
    }

    private void turnBitsIntoNodes() {
        int[] target = product.target;
        int arcs = product.arcStart[product.nodes];
        for (int a = 0; a < arcs; a++) {
            int bit = target[a];
            target[a] = nodesBefore[bit >> 6] + Long.bitCount(bits[bit >> 6] & ((1L << bit) - 1));
        }
    }

    /** Returns how far the furthest node got. */
    NoPathReason noPath() {
        return product.nodes > 0
                ? product.noPath(width)
                : NoPathReason.atStart(machine.startIn, machine.startOut, x, y);
    }

    private String bound() {
        return "up to " + (long) machine.states() * (x.length + 1) * width + " states ("
                + Plural.of(machine.states(), "canonical state") + " at each of " + (x.length + 1) + " by " + width
                + " positions)";
    }
}
