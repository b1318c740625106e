package org.espalier.model.search;

import java.util.Arrays;

/**
 * An output that the search found for an input, its alignments merged.
 *
 * @param output y
 * @param logP log Σ p̃(ω) over the mark strings found that write y: a lower bound of log p̃(x, y)
 * @param marks the most probable of these strings
 * @param strings how many they are
 */
@SuppressWarnings("ArrayRecordComponent") // equality is by content, below
public record FoundOutput(int[] output, double logP, int[] marks, int strings) {
    /** An output that was not found but given, of which nothing is known. */
    public static FoundOutput given(int... output) {
        return new FoundOutput(output, Double.NEGATIVE_INFINITY, new int[0], 0);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FoundOutput that
                && Arrays.equals(output, that.output)
                && Double.compare(logP, that.logP) == 0
                && Arrays.equals(marks, that.marks)
                && strings == that.strings;
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(output) + Double.hashCode(logP);
    }

    @Override
    public String toString() {
        return "FoundOutput[" + Arrays.toString(output) + ", logP=" + logP + ", marks=" + Arrays.toString(marks)
                + ", strings=" + strings + "]";
    }
}
