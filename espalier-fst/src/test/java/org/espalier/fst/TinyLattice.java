package org.espalier.fst;

/** Lattices put together by hand, for tests of what reads lattices. */
public final class TinyLattice {
    private TinyLattice() {}

    /** The strings m n, m and n over the marks of a machine whose first two are m and n. */
    public static Lattice diamond(Mfst machine) {
        int[] firstArc = {0, 2, 3, 3};
        int[] marks = {0, 1, 1};
        int[] targets = {1, 2, 2};
        long[] finals = {0b110};
        return new Lattice(
                machine, new int[0], new int[0], firstArc, marks, targets, finals, null, true, true, 3, 3, null);
    }

    public static Lattice empty(Mfst machine) {
        int[] none = {};
        return new Lattice(machine, none, none, new int[1], none, none, new long[0], null, true, true, 0, 0, null);
    }
}
