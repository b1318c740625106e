package org.espalier.model.search;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.espalier.fst.base.LogSpace;

/**
 * The outputs that were found, or given, for one input.
 *
 * @param x the input, as ids of the machine's alphabet
 * @param outputs the outputs; those of a search are ordered by {@link FoundOutput#logP}, the largest first
 * @param caution the reason why better outputs may have been missed, if there is one
 */
@SuppressWarnings("ArrayRecordComponent") // equality is by content, below
public record FoundOutputs(int[] x, List<FoundOutput> outputs, Optional<SearchCaution> caution) {
    public FoundOutputs {
        outputs = List.copyOf(outputs);
    }

    /** Creates outputs that were not searched for. */
    public static FoundOutputs given(int[] x, List<FoundOutput> outputs) {
        return new FoundOutputs(x, outputs, Optional.empty());
    }

    /** Returns log Σ p̃ over all strings found. */
    double logFound() {
        return outputs.stream().mapToDouble(FoundOutput::logP).reduce(LogSpace.ZERO, LogSpace::add);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FoundOutputs that
                && Arrays.equals(x, that.x)
                && outputs.equals(that.outputs)
                && caution.equals(that.caution);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(x) + outputs.hashCode();
    }

    @Override
    public String toString() {
        return "FoundOutputs[x=" + Arrays.toString(x) + ", " + outputs + ", " + caution + "]";
    }
}
