package org.espalier.fst;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Finds the arcs of a canonical state that can go on with the next input and output symbol, without looking at the
 * others: a state may have hundreds of arcs of which one or two fit.
 *
 * <p>Arcs of a state are grouped by the first symbol they read and the first they write, either of which may be
 * missing, and groups are found by hashing (state, first read, first written). {@code kinds[s]} says which of the four
 * shapes state s has at all.
 *
 * <p>Layout: group g holds arcs {@code order[groupStart[g] … groupStart[g+1]-1]}, in order of their marks; it hashes
 * by {@code keys} to {@code groups}.
 */
final class ArcIndex {
    static final int SILENT = 1;
    static final int READS = 2;
    static final int WRITES = 4;
    static final int READS_AND_WRITES = 8;

    final byte[] kinds;
    final int[] order;
    final int[] groupStart;
    private final long[] keys;
    private final int[] groups;
    private final int mask;
    private final long inputs;
    private final long outputs;

    ArcIndex(CanonicalMfst machine) {
        inputs = machine.machine().input().size() + 1L;
        outputs = machine.machine().output().size() + 1L;
        int arcs = machine.arcs();
        int[] source = Rows.sources(machine.firstArc);
        long[] keyOf = new long[arcs];
        kinds = new byte[machine.states()];
        for (int a = 0; a < arcs; a++) {
            int in = machine.first(machine.in[a]);
            int out = machine.first(machine.out[a]);
            keyOf[a] = key(source[a], in, out);
            kinds[source[a]] |= (byte) (in < 0 ? (out < 0 ? SILENT : WRITES) : (out < 0 ? READS : READS_AND_WRITES));
        }
        order = IntStream.range(0, arcs)
                .boxed()
                .sorted(Comparator.<Integer>comparingLong(a -> keyOf[a]).thenComparingInt(a -> a))
                .mapToInt(a -> a)
                .toArray();
        int[] starts = IntStream.range(0, arcs)
                .filter(k -> k == 0 || keyOf[order[k]] != keyOf[order[k - 1]])
                .toArray();
        groupStart = Arrays.copyOf(starts, starts.length + 1);
        groupStart[starts.length] = arcs;
        int size = Math.max(4, Integer.highestOneBit(Math.max(1, starts.length)) * 4);
        mask = size - 1;
        keys = new long[size];
        groups = new int[size];
        Arrays.fill(keys, -1);
        for (int g = 0; g < starts.length; g++) {
            long key = keyOf[order[starts[g]]];
            int slot = slot(key);
            keys[slot] = key;
            groups[slot] = g;
        }
    }

    /** The group of arcs of a state that begin with these symbols (-1 for none), or -1. */
    int group(int state, int in, int out) {
        long key = key(state, in, out);
        int slot = slot(key);
        return keys[slot] == key ? groups[slot] : -1;
    }

    private long key(int state, int in, int out) {
        return (state * inputs + in + 1) * outputs + out + 1;
    }

    private int slot(long key) {
        long hash = key * 0x9E3779B97F4A7C15L;
        int slot = (int) (hash >>> 32) & mask;
        while (keys[slot] != key && keys[slot] != -1) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }
}
