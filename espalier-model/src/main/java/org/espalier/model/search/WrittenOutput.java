package org.espalier.model.search;

import it.unimi.dsi.fastutil.ints.Int2ObjectArrayMap;
import org.espalier.fst.base.LogSpace;
import org.jspecify.annotations.Nullable;

/**
 * What a prefix has written: a node of the tree of the outputs of one search. Equal outputs are the same node, so they are
 * compared by identity and extended without copying.
 */
final class WrittenOutput {
    private final @Nullable WrittenOutput before;
    private final int symbol;
    private final int length;
    private final Int2ObjectArrayMap<WrittenOutput> longer = new Int2ObjectArrayMap<>(2);

    /** The log mass of the dropped prefixes that had written exactly this. */
    private double logDropped = LogSpace.ZERO;

    private WrittenOutput(@Nullable WrittenOutput before, int symbol, int length) {
        this.before = before;
        this.symbol = symbol;
        this.length = length;
    }

    /** Returns the empty output of a new search. */
    static WrittenOutput empty() {
        return new WrittenOutput(null, -1, 0);
    }

    int length() {
        return length;
    }

    /** Returns this output followed by symbols. */
    WrittenOutput with(int... symbols) {
        WrittenOutput at = this;
        for (int next : symbols) {
            WrittenOutput known = at.longer.get(next);
            if (known == null) {
                known = new WrittenOutput(at, next, at.length + 1);
                at.longer.put(next, known);
            }
            at = known;
        }
        return at;
    }

    /** Records that a prefix which had written this is not continued. */
    void drop(double logP) {
        logDropped = LogSpace.add(logDropped, logP);
    }

    /** Returns the log mass of the dropped prefixes that had written this or the beginning of it, and so may have become this. */
    double logDropped() {
        double sum = LogSpace.ZERO;
        for (WrittenOutput at = this; at != null; at = at.before) {
            sum = LogSpace.add(sum, at.logDropped);
        }
        return sum;
    }

    int[] symbols() {
        int[] result = new int[length];
        WrittenOutput at = this;
        for (int k = length - 1; k >= 0 && at != null; k--) {
            result[k] = at.symbol;
            at = at.before;
        }
        return result;
    }
}
