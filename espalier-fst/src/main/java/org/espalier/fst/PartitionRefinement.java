package org.espalier.fst;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Computes the coarsest partition of states in which equal states have, as multisets, the same labels leading to equal
 * states.
 *
 * <p>Arcs are counted with their multiplicity, so merging equal states keeps the number of paths. When a class splits,
 * its largest part keeps its number and only predecessors of the other parts are examined again (Hopcroft's algorithm),
 * so long chains do not take quadratic time.
 *
 * <p>Complexity: O(arcs · log states) signatures, each a sort of the arcs of one state.
 *
 * <p>Layout: the states of class c are {@code members[start[c] … end[c]-1]}, and state s is at index {@code at[s]}.
 */
final class PartitionRefinement {
    private final int[] firstArc;
    private final int[] label;
    private final int[] target;
    private final int[] classOf;
    private final int[] members;
    private final int[] at;
    private final IntArrayList start = new IntArrayList();
    private final IntArrayList end = new IntArrayList();

    private PartitionRefinement(int[] firstArc, int[] label, int[] target, int[] initial) {
        this.firstArc = firstArc;
        this.label = label;
        this.target = target;
        int states = initial.length;
        classOf = new int[states];
        members = new int[states];
        at = new int[states];
        Map<Integer, IntArrayList> groups = new HashMap<>();
        for (int s = 0; s < states; s++) {
            groups.computeIfAbsent(initial[s], key -> new IntArrayList()).add(s);
        }
        int next = 0;
        for (IntArrayList group : groups.values()) {
            start.add(next);
            for (int s : group) {
                classOf[s] = start.size() - 1;
                put(s, next++);
            }
            end.add(next);
        }
    }

    /**
     * Returns the class of each state, numbered 0, 1, …, for arcs in compressed rows.
     *
     * @param initial states with different values here are never equal
     */
    static int[] classes(int[] firstArc, int[] label, int[] target, int[] initial) {
        PartitionRefinement refinement = new PartitionRefinement(firstArc, label, target, initial);
        refinement.run();
        return refinement.classOf;
    }

    private void run() {
        int states = classOf.length;
        int[] firstIn = new int[states + 1];
        int[] in = CsrGraph.arcsInto(target, firstIn);
        int[] source = CsrGraph.sources(firstArc);
        IntArrayList dirty = new IntArrayList(members);
        boolean[] isDirty = new boolean[states];
        Arrays.fill(isDirty, true);
        while (!dirty.isEmpty()) {
            IntArrayList split = splitAll(dirty);
            dirty.forEach(s -> isDirty[s] = false);
            dirty.clear();
            for (int c : split) {
                for (int m = start.getInt(c); m < end.getInt(c); m++) {
                    int s = members[m];
                    classOf[s] = c;
                    for (int k = firstIn[s]; k < firstIn[s + 1]; k++) {
                        int p = source[in[k]];
                        if (!isDirty[p]) {
                            isDirty[p] = true;
                            dirty.add(p);
                        }
                    }
                }
            }
        }
    }

    /** Splits every class that has dirty states. Returns the new classes, whose states still have the old number. */
    private IntArrayList splitAll(IntArrayList dirty) {
        IntArrayList touched = new IntArrayList();
        Map<Integer, Integer> count = new HashMap<>();
        for (int s : dirty) {
            int c = classOf[s];
            int d = count.merge(c, 1, Integer::sum) - 1;
            if (d == 0) {
                touched.add(c);
            }
            swap(at[s], start.getInt(c) + d);
        }
        IntArrayList split = new IntArrayList();
        for (int c : touched) {
            split(c, count.getOrDefault(c, 0), split);
        }
        return split;
    }

    /**
     * Splits a class whose first {@code dirty} members may have changed. The other members were equal before and have
     * not changed since, so one of them represents all.
     */
    private void split(int c, int dirty, IntArrayList split) {
        int from = start.getInt(c);
        int to = end.getInt(c);
        if (to - from == 1) {
            // Saves time for hubs with thousands of arcs, which become dirty whenever a target splits.
            return;
        }
        Map<Signature, IntArrayList> parts = new HashMap<>();
        Signature clean = from + dirty < to ? signature(members[from + dirty]) : null;
        for (int m = from; m < from + dirty; m++) {
            parts.computeIfAbsent(signature(members[m]), key -> new IntArrayList())
                    .add(members[m]);
        }
        IntArrayList likeClean = clean == null ? null : parts.remove(clean);
        int next = from;
        IntArrayList bounds = IntArrayList.of(from);
        for (IntArrayList part : parts.values()) {
            for (int s : part) {
                put(s, next++);
            }
            bounds.add(next);
        }
        if (likeClean != null) {
            for (int s : likeClean) {
                put(s, next++);
            }
        }
        if (next < to || likeClean != null) {
            bounds.add(to);
        }
        number(c, bounds, split);
    }

    /** Numbers the parts of a class: the largest keeps the number of the class, the others get new ones. */
    private void number(int c, IntArrayList bounds, IntArrayList split) {
        int keep = 1;
        for (int p = 2; p < bounds.size(); p++) {
            keep = size(bounds, p) > size(bounds, keep) ? p : keep;
        }
        for (int p = 1; p < bounds.size(); p++) {
            if (p == keep) {
                start.set(c, bounds.getInt(p - 1));
                end.set(c, bounds.getInt(p));
            } else {
                split.add(start.size());
                start.add(bounds.getInt(p - 1));
                end.add(bounds.getInt(p));
            }
        }
    }

    private static int size(IntArrayList bounds, int part) {
        return bounds.getInt(part) - bounds.getInt(part - 1);
    }

    private void swap(int m, int n) {
        int s = members[m];
        put(members[n], m);
        put(s, n);
    }

    private void put(int state, int m) {
        members[m] = state;
        at[state] = m;
    }

    private Signature signature(int state) {
        long[] arcs = new long[firstArc[state + 1] - firstArc[state]];
        for (int k = 0; k < arcs.length; k++) {
            int a = firstArc[state] + k;
            arcs[k] = (long) label[a] << 32 | classOf[target[a]];
        }
        Arrays.sort(arcs);
        return new Signature(arcs);
    }

    /** The arcs of a state, compared by content. */
    private static final class Signature {
        private final long[] arcs;

        Signature(long[] arcs) {
            this.arcs = arcs;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Signature that && Arrays.equals(arcs, that.arcs);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(arcs);
        }
    }
}
