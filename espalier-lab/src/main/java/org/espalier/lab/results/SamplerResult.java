package org.espalier.lab.results;

import java.util.List;
import org.espalier.model.estimate.Estimate;

/**
 * The results of one sampler on the test pairs. Standard errors are over pairs.
 *
 * @param parameters the number of its parameters
 * @param bestStep the step with the best validation; the sampler was tested as of this step
 * @param partialKl Partial KL (equation 7)
 * @param kl KL(q ‖ p): the sum of Partial KL and the reference's log p̃(x, y) of each pair
 * @param refinedKl KL(q ‖ p) of the table that refinement ends with
 * @param differenceFromSws by how much its KL is larger than that of SWS, pair by pair; NaN without SWS
 * @param klByLength KL(q ‖ p) by the length of the output
 * @param markLength the expected number of marks under the posterior, by importance sampling
 * @param deduplicatedEss the ESS after equal samples are merged, as in the paper's table of ESS
 * @param secondsToSample the time to draw sixteen strings for one pair on an otherwise idle machine; NaN if it was not
 *     measured
 * @param secondsToStep the time of a training step with sixteen pairs on an otherwise idle machine; NaN if it was not measured
 */
public record SamplerResult(
        SamplerVariant sampler,
        int dimension,
        long seed,
        long parameters,
        long steps,
        long bestStep,
        Estimate partialKl,
        Estimate kl,
        Estimate refinedKl,
        Estimate differenceFromSws,
        List<OfLength> klByLength,
        Estimate markLength,
        Estimate ess,
        Estimate deduplicatedEss,
        double secondsToSample,
        double secondsToStep,
        List<TaskResults.CurvePoint> curve) {
    /**
     * KL(q ‖ p) for the test pairs with outputs of some lengths.
     *
     * @param from the shortest length
     * @param to the longest length
     * @param pairs the number of pairs
     */
    public record OfLength(int from, int to, int pairs, Estimate kl) {}
}
