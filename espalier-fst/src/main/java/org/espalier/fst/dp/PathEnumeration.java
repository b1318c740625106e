package org.espalier.fst.dp;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.espalier.fst.Lattice;
import org.espalier.fst.base.LimitException;
import org.espalier.fst.base.Plural;

/**
 * Enumerates the paths of a lattice in lexicographic order of their marks: by the numbers of the marks, a string before
 * its continuations. Each path is given by its arcs; {@link Lattice#marksOf} returns their marks.
 *
 * <p>Only the next path is held in memory. The number of paths is computed, and checked against a bound, beforehand.
 *
 * <p>Complexity: per path, linear in its length times the out-degrees of its states.
 */
public final class PathEnumeration implements Iterator<int[]> {
    private final Lattice lattice;
    private final int maxMarks;
    /** For each state the fewest marks from there to the end; all 0 if the length is not bounded. */
    private final int[] shortest;

    private final IntArrayList arcs = new IntArrayList();
    private long left;

    private PathEnumeration(Lattice lattice, int maxMarks, int[] shortest, long size) {
        this.lattice = lattice;
        this.maxMarks = maxMarks;
        this.shortest = shortest;
        this.left = size;
        if (size > 0 && !lattice.isFinal(0)) {
            advance();
        }
    }

    /**
     * Returns all paths of an acyclic lattice.
     *
     * <p>Complexity: counting the paths is linear in the arcs.
     *
     * @param bound the largest number of paths
     * @throws LimitException if there are more
     */
    public static PathEnumeration of(Lattice lattice, long bound) {
        BigInteger size = DynamicPrograms.countPaths(lattice);
        if (size.compareTo(BigInteger.valueOf(bound)) > 0) {
            throw tooMany(size + " paths", bound);
        }
        return new PathEnumeration(lattice, Integer.MAX_VALUE, new int[lattice.states()], size.longValueExact());
    }

    /**
     * Returns all paths of at most {@code maxMarks} marks of a lattice that may be cyclic.
     *
     * <p>Complexity: counting the paths beforehand takes one pass over the arcs per mark of the longest path.
     *
     * @param bound the largest number of paths
     * @throws LimitException if there are more
     */
    public static PathEnumeration upTo(Lattice lattice, int maxMarks, long bound) {
        if (maxMarks < 0) {
            throw new IllegalArgumentException("maxMarks must be >= 0; got: " + maxMarks);
        }
        int[] shortest = new int[lattice.states()];
        long size = countUpTo(lattice, maxMarks, shortest);
        boolean capped = size == Long.MAX_VALUE;
        if (capped || size > bound) {
            String count = (capped ? "at least " : "") + size;
            throw tooMany(count + " paths of at most " + Plural.of(maxMarks, "mark"), bound);
        }
        return new PathEnumeration(lattice, maxMarks, shortest, size);
    }

    @Override
    public boolean hasNext() {
        return left > 0;
    }

    /** Returns the arcs of the next path. */
    @Override
    public int[] next() {
        if (left == 0) {
            throw new NoSuchElementException("all paths were given");
        }
        int[] path = arcs.toIntArray();
        if (--left > 0) {
            advance();
        }
        return path;
    }

    /** Returns the remaining paths as a stream, which consumes this enumeration. */
    public Stream<int[]> stream() {
        int characteristics = Spliterator.ORDERED | Spliterator.NONNULL;
        return StreamSupport.stream(Spliterators.spliterator(this, left, characteristics), false);
    }

    private void advance() {
        int arc = nextArc(lattice.firstArc(state()));
        while (arc < 0) {
            int last = arcs.popInt();
            arc = nextArc(last + 1);
        }
        arcs.add(arc);
        while (!lattice.isFinal(state())) {
            arcs.add(nextArc(lattice.firstArc(state())));
        }
    }

    /**
     * Returns the first arc of the current state, from the given one on, from which the end can still be reached; or
     * -1.
     */
    private int nextArc(int from) {
        int marksLeft = maxMarks - arcs.size() - 1;
        for (int a = from; a < lattice.endArc(state()); a++) {
            if (shortest[lattice.target(a)] <= marksLeft) {
                return a;
            }
        }
        return -1;
    }

    private int state() {
        return arcs.isEmpty() ? 0 : lattice.target(arcs.topInt());
    }

    /**
     * Counts the paths of at most 0, 1, 2, … {@code maxMarks} marks from every state to the end, capped at the largest
     * long, and records the first length at which a state has any.
     */
    private static long countUpTo(Lattice lattice, int maxMarks, int[] shortest) {
        Arrays.fill(shortest, Integer.MAX_VALUE);
        long[] count = new long[lattice.states()];
        boolean changed = !lattice.isEmpty();
        for (int length = 0; changed && count[0] < Long.MAX_VALUE; length++) {
            long[] longer = new long[count.length];
            for (int s = 0; s < count.length; s++) {
                longer[s] = lattice.isFinal(s) ? 1 : 0;
                for (int a = lattice.firstArc(s); a < lattice.endArc(s); a++) {
                    longer[s] = saturatedSum(longer[s], count[lattice.target(a)]);
                }
                if (count[s] == 0 && longer[s] > 0) {
                    shortest[s] = length;
                }
            }
            changed = length < maxMarks && !Arrays.equals(count, longer);
            count = longer;
        }
        return lattice.isEmpty() ? 0 : count[0];
    }

    private static long saturatedSum(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    private static LimitException tooMany(String count, long bound) {
        return new LimitException(
                "the lattice has " + count + ", more than the bound of " + bound
                        + "; raise maxPaths, or look at the best paths or at samples instead",
                "maxPaths");
    }
}
