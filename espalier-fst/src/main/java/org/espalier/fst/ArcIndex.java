package org.espalier.fst;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;

/**
 * Finds the arcs of a canonical state that match the next input and output symbol, without looking at the others: a
 * state may have hundreds of arcs, one or two of which match.
 *
 * <p>The arcs of a state that read at most one symbol and write at most one are grouped by these symbols, either of
 * which may be missing. Slots are arcs in the order of their groups, and a group is identified by its first slot. The
 * groups that only read a symbol, or only write it, are an array with an entry for each state; the groups that do both
 * are found by hashing. The few arcs with longer strings are listed by state.
 *
 * <p>Complexity: O(m · log m) to build for m arcs, O(1) per lookup; memory is linear in the arcs plus the states times
 * the symbols that some arc reads or writes without the other tape.
 */
final class ArcIndex {
    static final int NONE = -1;

    /** For each slot the arc's mark and target; for the first slot of a group the slot after its last. */
    final int[] mark;

    final int[] target;
    final int[] groupEnd;
    /** For each state its group of arcs that neither read nor write, or NONE. */
    final int[] silent;
    /** For each state whether it has arcs that read and write one symbol each. */
    final boolean[] hasBoth;
    /** Arcs that read or write more than one symbol: those of state s are {@code longArcs[firstLong[s] … firstLong[s+1]-1]}. */
    final int[] firstLong;

    final int[] longArcs;

    /** For each symbol, and for the end of the string, which no arc reads or writes, the groups of all states. */
    private final int[][] reading;

    private final int[][] writing;
    private final Long2IntOpenHashMap groups = new Long2IntOpenHashMap();
    private final int inputs;
    private final int outputs;

    ArcIndex(CanonicalMfst machine) {
        int states = machine.states();
        inputs = machine.machine().input().size();
        outputs = machine.machine().output().size();
        int[] source = CsrGraph.sources(machine.firstArc);
        hasBoth = new boolean[states];
        firstLong = new int[states + 1];
        IntArrayList shortArcs = new IntArrayList();
        IntArrayList others = new IntArrayList();
        for (int a = 0; a < machine.arcs(); a++) {
            if (machine.in[a] >= CanonicalMfst.NOTHING && machine.out[a] >= CanonicalMfst.NOTHING) {
                shortArcs.add(a);
                hasBoth[source[a]] |= machine.in[a] >= 0 && machine.out[a] >= 0;
            } else {
                others.add(a);
                firstLong[source[a] + 1]++;
            }
        }
        CsrGraph.startsFromCounts(firstLong);
        longArcs = others.toIntArray();
        long[] key = new long[machine.arcs()];
        Arrays.setAll(key, a -> key(source[a], machine.in[a], machine.out[a]));
        shortArcs.sort((a, b) -> key[a] != key[b] ? Long.compare(key[a], key[b]) : Integer.compare(a, b));
        mark = shortArcs.intStream().map(a -> machine.mark[a]).toArray();
        target = shortArcs.intStream().map(a -> machine.target[a]).toArray();
        groupEnd = new int[mark.length];
        groups.defaultReturnValue(NONE);
        for (int slot = mark.length - 1; slot >= 0; slot--) {
            long groupKey = key[shortArcs.getInt(slot)];
            boolean last = slot == mark.length - 1 || key[shortArcs.getInt(slot + 1)] != groupKey;
            groupEnd[slot] = last ? slot + 1 : groupEnd[slot + 1];
            groups.put(groupKey, slot);
        }
        silent = new int[states];
        Arrays.setAll(silent, s -> groups.get(key(s, -1, -1)));
        reading = new int[inputs + 1][];
        writing = new int[outputs + 1][];
        int[] none = new int[states];
        Arrays.fill(none, NONE);
        Arrays.fill(reading, none);
        Arrays.fill(writing, none);
        for (int slot = 0; slot < mark.length; slot = groupEnd[slot]) {
            int a = shortArcs.getInt(slot);
            if (machine.in[a] >= 0 && machine.out[a] < 0) {
                row(reading, machine.in[a], none)[source[a]] = slot;
            } else if (machine.in[a] < 0 && machine.out[a] >= 0) {
                row(writing, machine.out[a], none)[source[a]] = slot;
            }
        }
    }

    private static int[] row(int[][] rows, int symbol, int[] none) {
        if (rows[symbol] == none) {
            rows[symbol] = none.clone();
        }
        return rows[symbol];
    }

    /** Returns, for each state, its group of arcs that read the symbol at an index, or the end, and write nothing. */
    int[] reading(int[] string, int at) {
        return reading[at < string.length ? string[at] : inputs];
    }

    /** Returns, for each state, its group of arcs that write the symbol at an index, or the end, and read nothing. */
    int[] writing(int[] string, int at) {
        return writing[at < string.length ? string[at] : outputs];
    }

    /** Returns the group of a state's arcs that read one symbol and write another, or NONE. */
    int both(int state, int read, int written) {
        return groups.get(key(state, read, written));
    }

    private long key(int state, int read, int written) {
        return ((long) state * (inputs + 1) + read + 1) * (outputs + 1) + written + 1;
    }
}
