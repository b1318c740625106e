package org.espalier.model.estimate;

import java.io.Serializable;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.Plural;

/**
 * The strings that are drawn to answer a question about a pair.
 *
 * @param samples the largest number of strings, over all rounds
 * @param refine the number of rounds in which strings are drawn from a table that is adapted to the pair, after a first round
 *     from the sampler; 0 to draw all strings from the sampler. The rounds have equal shares of the samples, and a pair whose
 *     effective sample size is high enough needs no more of them
 */
public record SamplingBudget(int samples, int refine) implements Serializable {
    /**
     * The smallest number of strings of a round. A few strings always look as if they were drawn well, so a smaller round would
     * be the last, and its table would be made from them.
     */
    private static final int LEAST_PER_ROUND = 16;

    public SamplingBudget {
        if (samples < 1) {
            throw new EspalierException("samples must be at least 1; got " + samples).withSettings("samples");
        }
        if (refine < 0) {
            throw new EspalierException("the number of rounds of refinement must be at least 0; got " + refine)
                    .withSettings("refine");
        }
        if (samples < least(refine)) {
            throw new EspalierException("refinement in " + Plural.of(refine, "round") + " needs at least "
                            + least(refine)
                            + " samples, " + LEAST_PER_ROUND + " per round and " + LEAST_PER_ROUND
                            + " from the sampler; got " + samples + "; draw more samples, or refine in fewer rounds")
                    .withSettings("samples", "refine");
        }
    }

    /** Returns the smallest number of samples for a number of rounds. */
    public static long least(int refine) {
        return refine == 0 ? 1 : LEAST_PER_ROUND * (refine + 1L);
    }

    /** Returns a budget of strings that are all drawn from the sampler. */
    public static SamplingBudget of(int samples) {
        return new SamplingBudget(samples, 0);
    }

    /** Returns whether tables are adapted to the pair. */
    public boolean isRefined() {
        return refine > 0;
    }
}
