package org.espalier.model.search;

import java.util.Arrays;
import java.util.List;

/**
 * An input with outputs to choose from.
 *
 * @param number of the input in its file: what is drawn for it depends on the number, not on the inputs beside it
 * @param x the input
 * @param outputs found by search, or given
 */
@SuppressWarnings("ArrayRecordComponent") // equality is by content, below
public record CandidateOutputs(int number, int[] x, List<FoundOutput> outputs) {
    public CandidateOutputs {
        outputs = List.copyOf(outputs);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CandidateOutputs that
                && number == that.number
                && Arrays.equals(x, that.x)
                && outputs.equals(that.outputs);
    }

    @Override
    public int hashCode() {
        return 31 * number + Arrays.hashCode(x);
    }
}
