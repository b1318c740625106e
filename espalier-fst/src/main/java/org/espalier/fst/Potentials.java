package org.espalier.fst;

import it.unimi.dsi.fastutil.ints.IntArrayFIFOQueue;
import java.util.Arrays;
import org.espalier.fst.base.LimitException;
import org.jspecify.annotations.Nullable;

/**
 * Computes, for each state of a trimmed graph, the longest common prefix of the strings of all paths from it to the end
 * on one tape: the symbols that can be emitted at that state already.
 *
 * <p>This is the greatest solution of {@code p(s) = lcp(end(s), label(a) · p(target(a)) …)}, found by shortening from
 * above. A string can be shortened at most as many times as its length.
 *
 * <p>Complexity: linear in the arcs times the longest potential.
 */
final class Potentials {
    /** The limit on the symbols of all potentials together. A chain of n arcs that each read a symbol has n²/2. */
    private static final long MAX_SYMBOLS = 100_000_000;

    private Potentials() {}

    /**
     * Returns the potential of each state.
     *
     * @param end the string that a state owes when a path ends there, or null for a state that is not final
     */
    static IntString[] of(int[] firstArc, int[] target, IntString[] label, @Nullable IntString[] end) {
        int states = firstArc.length - 1;
        int[] source = CsrGraph.sources(firstArc);
        int[] firstIn = new int[states + 1];
        int[] in = CsrGraph.arcsInto(target, firstIn);
        @Nullable IntString[] potential = Arrays.copyOf(end, states);
        IntArrayFIFOQueue queue = new IntArrayFIFOQueue();
        boolean[] queued = new boolean[states]; // no BitSet: clearing the highest bit of one scans all words below
        long symbols = 0;
        for (int s = 0; s < states; s++) {
            if (end[s] != null) {
                queue.enqueue(s);
                queued[s] = true;
            }
        }
        while (!queue.isEmpty()) {
            int s = queue.dequeueInt();
            queued[s] = false;
            for (int k = firstIn[s]; k < firstIn[s + 1]; k++) {
                int p = source[in[k]];
                IntString old = potential[p];
                IntString now = meet(old, label[in[k]], known(potential, s));
                if (!now.equals(old)) {
                    symbols += now.length() - (old == null ? 0 : old.length());
                    if (symbols > MAX_SYMBOLS) {
                        throw new LimitException(
                                "the longest common prefixes of the paths from each state of this machine "
                                        + "have more than the limit of " + MAX_SYMBOLS
                                        + " symbols together; shorten its chains of arcs that leave no choice");
                    }
                    potential[p] = now;
                    if (!queued[p]) {
                        queued[p] = true;
                        queue.enqueue(p);
                    }
                }
            }
        }
        IntString[] result = new IntString[states];
        Arrays.setAll(result, s -> known(potential, s));
        return result;
    }

    private static IntString meet(@Nullable IntString old, IntString label, IntString after) {
        if (old == null) {
            return label.concat(after);
        }
        int common = old.commonPrefixLength(label);
        if (common == label.length()) {
            common += old.drop(common).commonPrefixLength(after);
        }
        return old.prefix(common);
    }

    private static IntString known(@Nullable IntString[] potential, int s) {
        IntString value = potential[s];
        if (value == null) {
            throw new IllegalArgumentException("state " + s + " does not reach an end; trim the graph first");
        }
        return value;
    }
}
