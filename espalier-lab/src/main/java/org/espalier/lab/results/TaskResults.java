package org.espalier.lab.results;

import java.util.List;
import org.espalier.model.estimate.Estimate;

/**
 * What was found on one task.
 *
 * @param task tr, scan or cipher
 * @param dimension of the samplers in the main tables; a sweep has others beside it
 * @param marks |Ω|
 * @param samplers every sampler of every dimension and seed
 */
public record TaskResults(
        String task,
        int dimension,
        int marks,
        List<Split> splits,
        List<Scorer> scorers,
        List<SamplerResult> samplers,
        List<ProposalExample> examples,
        SamplerAnalysis analysis) {

    /**
     * Means over a part of the data.
     *
     * @param inputLength in symbols, without an end symbol
     * @param states of T_xy before minimization
     * @param minimalStates after it
     */
    public record Split(
            String name,
            int pairs,
            double inputLength,
            double outputLength,
            double states,
            double arcs,
            double minimalStates,
            double minimalArcs) {}

    /** The frozen scorer of a seed. */
    public record Scorer(long seed, long steps, long parameters, List<CurvePoint> curve, Reference reference) {}

    /**
     * log p̃(x, y) of the test pairs under the frozen scorer, by which Partial KL becomes KL.
     *
     * @param logLikelihood mean over the pairs; the standard error is that of the estimates, not that over pairs, and 0
     *     where all were enumerated
     * @param exactPairs how many pairs were enumerated
     * @param strings how many strings were drawn for each of the others, from all samplers together
     */
    public record Reference(Estimate logLikelihood, int pairs, int exactPairs, int strings) {}

    /**
     * A validation in the course of training.
     *
     * @param seconds since training began
     */
    public record CurvePoint(long step, double partialKl, double iwae, double ess, double seconds) {}
}
