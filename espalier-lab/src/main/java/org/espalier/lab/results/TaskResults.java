package org.espalier.lab.results;

import java.util.List;
import org.espalier.model.estimate.Estimate;

/**
 * The results of one task.
 *
 * @param task {@code tr}, {@code scan} or {@code cipher}
 * @param dimension the dimension of the samplers in the main tables; a sweep has further dimensions
 * @param marks |Ω|, the number of marks
 * @param samplers the results of every sampler of every dimension and seed
 * @param refinement the errors of some samplers of the first seed, without and with refinement
 */
public record TaskResults(
        String task,
        int dimension,
        int marks,
        List<Split> splits,
        List<Scorer> scorers,
        List<SamplerResult> samplers,
        List<ProposalExample> examples,
        SamplerAnalysis analysis,
        List<RefinementErrors> refinement) {

    /** Returns the results of experiments on the same task with different seeds. Examples, analysis and refinement are those of the first. */
    static TaskResults merge(List<TaskResults> parts) {
        TaskResults first = parts.get(0);
        for (TaskResults part : parts) {
            ExperimentResults.requireEqual("data of " + first.task, part.splits, first.splits);
            ExperimentResults.requireEqual("dimensions of " + first.task, part.dimension, first.dimension);
        }
        return new TaskResults(
                first.task,
                first.dimension,
                first.marks,
                first.splits,
                parts.stream().flatMap(part -> part.scorers.stream()).toList(),
                parts.stream().flatMap(part -> part.samplers.stream()).toList(),
                first.examples,
                first.analysis,
                first.refinement);
    }

    /**
     * Means over a part of the data.
     *
     * @param inputLength the number of symbols, without an end symbol
     * @param states the number of states of T_xy before minimization
     * @param minimalStates the number of states after minimization
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
     * log p̃(x, y) of the test pairs under the frozen scorer, which turns Partial KL into KL.
     *
     * @param logLikelihood the mean over the pairs; its standard error is that of the estimates, not over pairs, and 0 if all
     *     pairs were enumerated
     * @param exactPairs the number of enumerated pairs
     * @param strings the number of strings drawn from several samplers for each of the other pairs
     * @param markovKl the least KL(p ‖ q) of a sampler that sees its state alone, mean over the pairs, p being p̃ normalized
     *     over these strings
     */
    public record Reference(Estimate logLikelihood, int pairs, int exactPairs, int strings, Estimate markovKl) {}

    /**
     * A validation during training.
     *
     * @param seconds the time of the steps so far, by the time that a step took later on an idle machine
     */
    public record CurvePoint(long step, double partialKl, double iwae, double ess, double seconds) {}
}
