package org.espalier.fst;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which states of a canonical machine can have an equal at all once a pair restricts their futures. Two different states
 * whose restricted futures are equal, and not empty, share a way to the end with the same labels throughout; so only
 * states on such a shared way need to be looked up when a lattice is minimized. In the deletion/insertion machine there
 * are none.
 */
final class Rivals {
    /** Pairs of states after which the answer "all of them" is cheaper than the search. */
    private static final int MAX_PAIRS = 1_000_000;

    private final CanonicalMfst machine;
    private final LongOpenHashSet seen = new LongOpenHashSet();
    private final LongArrayList pairs = new LongArrayList();

    private Rivals(CanonicalMfst machine) {
        this.machine = machine;
    }

    static boolean[] of(CanonicalMfst machine) {
        Rivals search = new Rivals(machine);
        boolean[] rivals = new boolean[machine.states()];
        if (!search.run()) {
            Arrays.fill(rivals, true);
            return rivals;
        }
        for (long pair : search.pairs) {
            rivals[(int) (pair >>> 32)] = true;
            rivals[(int) pair] = true;
        }
        return rivals;
    }

    /** Collects pairs of states that share a way to the end; false if there are too many. */
    private boolean run() {
        if (!addAll(finalStatesByDebt()) || !addAll(sourcesByArc())) {
            return false;
        }
        int[] source = Rows.sources(machine.firstArc);
        int[] firstIn = new int[machine.states() + 1];
        int[] in = Rows.arcsInto(machine.target, firstIn);
        for (int p = 0; p < pairs.size(); p++) {
            int u = (int) (pairs.getLong(p) >>> 32);
            int v = (int) pairs.getLong(p);
            for (int k = firstIn[u]; k < firstIn[u + 1]; k++) {
                for (int l = firstIn[v]; l < firstIn[v + 1]; l++) {
                    if (sameLabel(in[k], in[l]) && !add(source[in[k]], source[in[l]])) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private Iterable<IntArrayList> finalStatesByDebt() {
        Map<List<Integer>, IntArrayList> groups = new HashMap<>();
        for (int s = 0; s < machine.states(); s++) {
            if (machine.isFinal(s)) {
                groups.computeIfAbsent(List.of(machine.endIn[s], machine.endOut[s]), key -> new IntArrayList())
                        .add(s);
            }
        }
        return groups.values();
    }

    private Iterable<IntArrayList> sourcesByArc() {
        Map<List<Integer>, IntArrayList> groups = new HashMap<>();
        for (int s = 0; s < machine.states(); s++) {
            for (int a = machine.firstArc[s]; a < machine.firstArc[s + 1]; a++) {
                List<Integer> label = List.of(machine.mark[a], machine.in[a], machine.out[a], machine.target[a]);
                groups.computeIfAbsent(label, key -> new IntArrayList()).add(s);
            }
        }
        return groups.values();
    }

    private boolean sameLabel(int a, int b) {
        return machine.mark[a] == machine.mark[b] && machine.in[a] == machine.in[b] && machine.out[a] == machine.out[b];
    }

    private boolean addAll(Iterable<IntArrayList> groups) {
        for (IntArrayList group : groups) {
            for (int k = 0; k < group.size(); k++) {
                for (int l = 0; l < k; l++) {
                    if (!add(group.getInt(k), group.getInt(l))) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private boolean add(int s, int t) {
        long pair = (long) Math.min(s, t) << 32 | Math.max(s, t);
        if (s != t && seen.add(pair)) {
            pairs.add(pair);
        }
        return pairs.size() <= MAX_PAIRS;
    }
}
