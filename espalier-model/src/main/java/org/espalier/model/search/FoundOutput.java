package org.espalier.model.search;

import java.util.Arrays;
import java.util.List;
import org.espalier.fst.base.LogSpace;

/**
 * An output of an input, with the mark strings that a search found for it.
 *
 * @param output y, as ids of the machine's alphabet
 * @param logP log Σ p̃(ω) over the mark strings found that write y: a lower bound of log p̃(x, y)
 * @param logMissing the log of the largest probability that other mark strings that write y may have together; 0 if unknown
 * @param strings these mark strings, the most probable first
 */
@SuppressWarnings("ArrayRecordComponent") // equality is by content, below
public record FoundOutput(int[] output, double logP, double logMissing, List<int[]> strings) {
    public FoundOutput {
        strings = List.copyOf(strings);
    }

    /** Creates an output that was given, not found: no mark string of it is known. */
    public static FoundOutput given(int... output) {
        return new FoundOutput(output, LogSpace.ZERO, 0, List.of());
    }

    /** Returns the most probable of the mark strings found; empty if there is none. */
    public int[] marks() {
        return strings.isEmpty() ? new int[0] : strings.get(0);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FoundOutput that
                && Arrays.equals(output, that.output)
                && Double.compare(logP, that.logP) == 0
                && Double.compare(logMissing, that.logMissing) == 0
                && Arrays.deepEquals(strings.toArray(), that.strings.toArray());
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(output) + Double.hashCode(logP);
    }

    @Override
    public String toString() {
        return "FoundOutput[" + Arrays.toString(output) + ", logP=" + logP + ", logMissing=" + logMissing + ", marks="
                + Arrays.toString(marks()) + ", strings=" + strings.size() + "]";
    }
}
