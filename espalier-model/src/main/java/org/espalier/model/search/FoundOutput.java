package org.espalier.model.search;

import java.util.Arrays;
import org.espalier.fst.base.LogSpace;

/**
 * An output of an input, with the mark strings that a search found for it.
 *
 * @param output y, as ids of the machine's alphabet
 * @param logP log Σ p̃(ω) over the mark strings found that write y: a lower bound of log p̃(x, y)
 * @param marks the most probable of these strings
 * @param strings the number of these strings
 */
@SuppressWarnings("ArrayRecordComponent") // equality is by content, below
public record FoundOutput(int[] output, double logP, int[] marks, int strings) {
    /** Creates an output that was given, not found: no mark string of it is known. */
    public static FoundOutput given(int... output) {
        return new FoundOutput(output, LogSpace.ZERO, new int[0], 0);
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
