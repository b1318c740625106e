package org.espalier.lab.results;

import java.util.List;
import org.espalier.model.estimate.Estimate;

/**
 * What was found of one sampler on the test pairs; standard errors are over pairs.
 *
 * @param parameters how many numbers it learns
 * @param bestStep after which its validation was best; it was tested as it was then
 * @param partialKl equation 7
 * @param kl KL(q ‖ p): Partial KL and the reference's log p̃(x, y) added, pair by pair
 * @param markLength the expected number of marks under the posterior, by importance sampling
 * @param deduplicatedEss as under the paper's table of ESS
 * @param secondsToSample for each pair, sixteen strings, alone on the machine
 * @param secondsToStep of training, a batch of sixteen pairs, alone on the machine
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
        Estimate markLength,
        Estimate ess,
        Estimate deduplicatedEss,
        double secondsToSample,
        double secondsToStep,
        List<TaskResults.CurvePoint> curve) {}
