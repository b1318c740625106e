package org.espalier.fst.dp;

import java.math.BigInteger;
import org.espalier.fst.Lattice;
import org.jspecify.annotations.Nullable;

/**
 * How many paths lead from each state to the end: in longs while they suffice, in big integers from there on. A big
 * count is dropped with its last use, so that only those of the sweep's frontier are held: a grid of 400 by 400 has
 * counts of a hundred bytes at most of its half million states.
 */
final class PathCount {
    private static final long BIG = -1;

    private final Lattice lattice;
    private final long[] small;
    private final @Nullable BigInteger[] big;
    /** For each state, the arcs to it that are still to be looked at; filled once there is a big count to drop. */
    private int[] uses = {};

    private PathCount(Lattice lattice) {
        this.lattice = lattice;
        this.small = new long[lattice.states()];
        this.big = new @Nullable BigInteger[lattice.states()];
    }

    static BigInteger of(Lattice lattice) {
        lattice.requireAcyclic("the number of paths");
        return lattice.isEmpty() ? BigInteger.ZERO : new PathCount(lattice).count();
    }

    private BigInteger count() {
        for (int s = lattice.states() - 1; s >= 0; s--) {
            small[s] = smallCount(s);
            if (small[s] == BIG) {
                if (uses.length == 0) {
                    countUses(s);
                }
                big[s] = bigCount(s);
            }
        }
        return countAt(0);
    }

    private long smallCount(int s) {
        long sum = lattice.isFinal(s) ? 1 : 0;
        for (int a = lattice.firstArc(s); a < lattice.endArc(s); a++) {
            long count = small[lattice.target(a)];
            sum += count;
            if (count == BIG || sum < 0) {
                return BIG;
            }
        }
        return sum;
    }

    private BigInteger bigCount(int s) {
        BigInteger sum = lattice.isFinal(s) ? BigInteger.ONE : BigInteger.ZERO;
        for (int a = lattice.firstArc(s); a < lattice.endArc(s); a++) {
            int t = lattice.target(a);
            sum = sum.add(countAt(t));
            if (--uses[t] == 0) {
                big[t] = null;
            }
        }
        return sum;
    }

    private BigInteger countAt(int s) {
        BigInteger count = big[s];
        return count == null ? BigInteger.valueOf(small[s]) : count;
    }

    private void countUses(int lastState) {
        uses = new int[lattice.states()];
        for (int a = 0; a < lattice.endArc(lastState); a++) {
            uses[lattice.target(a)]++;
        }
    }
}
