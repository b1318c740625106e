package org.espalier.fst;

import java.util.Arrays;

/**
 * The product of a canonical machine with a pair: node (s, i, j). It is deterministic because the machine is, so nothing
 * is left to determinize. Its arrays are reused from pair to pair.
 */
final class CanonicalExpansion extends Expansion {
    private static final int MIN_SLOTS = 1 << 11;

    private final CanonicalMfst machine;
    private final ArcIndex index;
    private int[] x = {};
    private int[] y = {};
    private int width;

    // Nodes by (state, position), and an open-addressed table from that to nodes (0 for free, else node+1).
    private int[] stateOf = new int[1 << 10];
    private int[] positionOf = new int[1 << 10];
    private int nodes;
    private int[] table = new int[MIN_SLOTS];
    private int slots = MIN_SLOTS;

    CanonicalExpansion(CanonicalMfst machine) {
        this.machine = machine;
        index = machine.index;
    }

    void reset(int[] newX, int[] newY) {
        x = newX;
        y = newY;
        width = y.length + 1;
        // Of a table that one large pair has blown up, only as much is used as the pairs now need.
        slots = nodes < slots / 16 ? Math.max(MIN_SLOTS, slots / 2) : slots;
        Arrays.fill(table, 0, slots, 0);
        nodes = 0;
    }

    @Override
    int root() {
        if (!fits(machine.startIn, x) || !fits(machine.startOut, y)) {
            return -1;
        }
        return node(0, machine.startIn.length() * width + machine.startOut.length());
    }

    private static boolean fits(IntString start, int[] string) {
        return start.commonPrefixLength(IntString.of(string)) == start.length();
    }

    @Override
    void expand(int node) {
        outCount = 0;
        int s = stateOf[node];
        int position = positionOf[node];
        int i = position / width;
        int j = position - i * width;
        int kinds = index.kinds[s];
        int nextIn = i < x.length ? x[i] : -1;
        int nextOut = j < y.length ? y[j] : -1;
        if ((kinds & ArcIndex.SILENT) != 0) {
            take(index.group(s, -1, -1), i, j);
        }
        if (nextIn >= 0 && (kinds & ArcIndex.READS) != 0) {
            take(index.group(s, nextIn, -1), i, j);
        }
        if (nextOut >= 0 && (kinds & ArcIndex.WRITES) != 0) {
            take(index.group(s, -1, nextOut), i, j);
        }
        if (nextIn >= 0 && nextOut >= 0 && (kinds & ArcIndex.READS_AND_WRITES) != 0) {
            take(index.group(s, nextIn, nextOut), i, j);
        }
        sortByMark();
    }

    private void take(int group, int i, int j) {
        if (group < 0) {
            return;
        }
        for (int k = index.groupStart[group]; k < index.groupStart[group + 1]; k++) {
            int a = index.order[k];
            int in = machine.in[a];
            int out = machine.out[a];
            // The index has checked first symbols; only longer strings are left to check.
            if (in >= CanonicalMfst.NOTHING && out >= CanonicalMfst.NOTHING) {
                int to = (i + (in >= 0 ? 1 : 0)) * width + j + (out >= 0 ? 1 : 0);
                emit(machine.mark[a], node(machine.target[a], to));
            } else if (machine.matches(in, x, i) && machine.matches(out, y, j)) {
                int to = (i + machine.length(in)) * width + j + machine.length(out);
                emit(machine.mark[a], node(machine.target[a], to));
            }
        }
    }

    /** Groups come in order, and there are few, so insertion is quickest. */
    private void sortByMark() {
        for (int k = 1; k < outCount; k++) {
            int m = outMark[k];
            int n = outNode[k];
            int at = k;
            for (; at > 0 && outMark[at - 1] > m; at--) {
                outMark[at] = outMark[at - 1];
                outNode[at] = outNode[at - 1];
            }
            outMark[at] = m;
            outNode[at] = n;
        }
    }

    @Override
    boolean isFinal(int node) {
        int s = stateOf[node];
        if (!machine.isFinal(s)) {
            return false;
        }
        int i = positionOf[node] / width;
        int j = positionOf[node] - i * width;
        return i + machine.length(machine.endIn[s]) == x.length
                && j + machine.length(machine.endOut[s]) == y.length
                && machine.matches(machine.endIn[s], x, i)
                && machine.matches(machine.endOut[s], y, j);
    }

    @Override
    int position(int node) {
        return positionOf[node];
    }

    @Override
    int nodes() {
        return nodes;
    }

    @Override
    String bound() {
        return "up to " + (long) machine.states() * (x.length + 1) * width + " states (" + machine.states()
                + " canonical states at each of " + (x.length + 1) + " by " + width + " positions)";
    }

    private int node(int state, int position) {
        int slot = slot(state, position);
        if (table[slot] != 0) {
            return table[slot] - 1;
        }
        if (nodes == stateOf.length) {
            stateOf = Arrays.copyOf(stateOf, 2 * nodes);
            positionOf = Arrays.copyOf(positionOf, 2 * nodes);
        }
        stateOf[nodes] = state;
        positionOf[nodes] = position;
        table[slot] = ++nodes;
        if (2 * nodes > slots) {
            growTable();
        }
        return nodes - 1;
    }

    private void growTable() {
        slots *= 2;
        if (slots > table.length) {
            table = new int[slots];
        } else {
            Arrays.fill(table, 0, slots, 0);
        }
        for (int n = 0; n < nodes; n++) {
            table[slot(stateOf[n], positionOf[n])] = n + 1;
        }
    }

    private int slot(int state, int position) {
        int mask = slots - 1;
        int hash = ((state * 0x9E3779B9) ^ position) * 0x85EBCA6B;
        int slot = (hash ^ (hash >>> 15)) & mask;
        int entry;
        while ((entry = table[slot]) != 0 && (stateOf[entry - 1] != state || positionOf[entry - 1] != position)) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }
}
