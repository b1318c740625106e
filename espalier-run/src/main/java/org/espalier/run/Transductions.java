package org.espalier.run;

import java.util.List;
import java.util.Optional;
import org.espalier.fst.base.EspalierException;

/**
 * The outputs of an input.
 *
 * @param input x
 * @param outputs the most probable first; none if the machine has no output for the input, or the beam lost it
 * @param caution what a person should know of the search, such as that a bound may have kept a better output away
 */
public record Transductions(String input, List<Transduction> outputs, Optional<String> caution) {
    public Transductions {
        outputs = List.copyOf(outputs);
    }

    /**
     * The most probable output.
     *
     * @throws EspalierException if there is none
     */
    public Transduction best() {
        if (outputs.isEmpty()) {
            throw new EspalierException("no output was found for " + EspalierException.quote(input)
                    + ": the machine has none, or the beam is too small to find one");
        }
        return outputs.get(0);
    }
}
