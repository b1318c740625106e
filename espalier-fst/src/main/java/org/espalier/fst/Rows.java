package org.espalier.fst;

/** Graphs in compressed rows: the arcs of state s are {@code first[s] … first[s+1]-1}. */
final class Rows {
    private Rows() {}

    /** Turns counts, where {@code first[s+1]} is how many arcs state s has, into the starts of rows. */
    static void startsFromCounts(int[] first) {
        for (int s = 1; s < first.length; s++) {
            first[s] += first[s - 1];
        }
    }

    /** The sources of each state's in-arcs, in rows whose starts are put into the zeroed {@code firstIn}. */
    static int[] transpose(int[] firstArc, int[] target, int[] firstIn) {
        for (int t : target) {
            firstIn[t + 1]++;
        }
        startsFromCounts(firstIn);
        int[] next = firstIn.clone();
        int[] in = new int[target.length];
        for (int s = 0; s + 1 < firstArc.length; s++) {
            for (int a = firstArc[s]; a < firstArc[s + 1]; a++) {
                in[next[target[a]]++] = s;
            }
        }
        return in;
    }
}
