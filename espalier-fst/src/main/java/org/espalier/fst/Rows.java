package org.espalier.fst;

import java.util.Arrays;

/** Graphs in compressed rows: the arcs of state s are {@code first[s] … first[s+1]-1}. */
final class Rows {
    private Rows() {}

    /** Turns counts, where {@code first[s+1]} is how many arcs state s has, into the starts of rows. */
    static void startsFromCounts(int[] first) {
        for (int s = 1; s < first.length; s++) {
            first[s] += first[s - 1];
        }
    }

    /** The arcs that lead into each state, in rows whose starts are put into the zeroed {@code firstIn}. */
    static int[] arcsInto(int[] target, int[] firstIn) {
        for (int t : target) {
            firstIn[t + 1]++;
        }
        startsFromCounts(firstIn);
        int[] next = firstIn.clone();
        int[] in = new int[target.length];
        for (int a = 0; a < target.length; a++) {
            in[next[target[a]]++] = a;
        }
        return in;
    }

    /** The state that each arc leaves. */
    static int[] sources(int[] firstArc) {
        int[] source = new int[firstArc[firstArc.length - 1]];
        for (int s = 0; s + 1 < firstArc.length; s++) {
            Arrays.fill(source, firstArc[s], firstArc[s + 1], s);
        }
        return source;
    }
}
