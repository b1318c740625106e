package org.espalier.run;

import java.util.List;
import java.util.Optional;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.search.SearchCaution;

/**
 * The outputs of one input.
 *
 * @param input x as text
 * @param outputs the outputs, the most probable first, or after a vote those with most votes first; empty if the machine has no
 *     output for the input, or the beam lost it
 * @param caution the reason why better outputs may have been missed, if there is one
 * @param failure the reason why the input could not be searched, if it could not. {@link Transducer} throws it instead, so
 *     that its results have none
 */
public record Transductions(
        String input, List<Transduction> outputs, Optional<SearchCaution> caution, Optional<String> failure) {
    public Transductions {
        outputs = List.copyOf(outputs);
    }

    static Transductions failed(String input, String reason) {
        return new Transductions(input, List.of(), Optional.empty(), Optional.of(reason));
    }

    /** Returns the first outputs, at most as many as this. */
    public Transductions first(int count) {
        return new Transductions(input, outputs.subList(0, Math.min(count, outputs.size())), caution, failure);
    }

    /** Returns the output that would be the first without calibration; a list of words may prefer another one. */
    public Optional<Transduction> bestUncalibrated() {
        return outputs.stream().reduce((best, each) -> each.uncalibrated() > best.uncalibrated() ? each : best);
    }

    /** Returns the first outputs, as many as have this share of the probability of all, or all of them. */
    public Transductions withMass(double share) {
        double sum = 0;
        int count = 0;
        while (count < outputs.size() && sum < share) {
            sum += outputs.get(count).probability().value();
            count++;
        }
        return first(count);
    }

    /** Returns whether the input could not be searched. */
    public boolean isFailed() {
        return failure.isPresent();
    }

    /**
     * Returns the first output.
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
