package org.espalier.fst.dp;

import java.math.BigInteger;
import org.espalier.fst.Lattice;
import org.jspecify.annotations.Nullable;

/**
 * Counts the paths from each state to the end, in longs as long as they suffice, then in big integers. A big count is
 * dropped after its last use, so that only those of the current frontier are held: in a grid of 400 by 400, most of the
 * half million states have counts of about a hundred bytes.
 *
 * <p>Complexity: linear in the arcs, times the length of the big integers.
 */
final class PathCount {
    private static final long BIG = -1;

    private final Lattice lattice;
    private final long[] small;
    private final @Nullable BigInteger[] big;
    /**
     * For each state, the number of arcs to it that have not been processed; filled when the first big count appears.
     */
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
