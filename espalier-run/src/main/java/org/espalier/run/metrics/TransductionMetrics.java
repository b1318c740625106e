package org.espalier.run.metrics;

import java.util.List;
import org.espalier.fst.base.EspalierException;

/**
 * Metrics of the outputs found for many inputs, each with its confidence interval. Sums and means over inputs are weighted by
 * the weights of the inputs.
 *
 * @param inputs the number of inputs
 * @param characterErrorRate the character errors of all first hypotheses divided by the length of the references they are
 *     counted against; a character is a symbol of the output
 * @param wordErrorRate the fraction of inputs whose first hypothesis is not a reference
 * @param accuracy the fraction of inputs whose first hypothesis is a reference
 * @param meanReciprocalRank the mean over inputs of {@link ScoredHypotheses#reciprocalRank}
 */
public record TransductionMetrics(
        int inputs,
        ConfidenceInterval characterErrorRate,
        ConfidenceInterval wordErrorRate,
        ConfidenceInterval accuracy,
        ConfidenceInterval meanReciprocalRank) {

    /** Computes the metrics. */
    public static TransductionMetrics of(List<ScoredHypotheses> inputs, Bootstrap bootstrap) {
        if (inputs.isEmpty()) {
            throw new EspalierException("there is no input to evaluate; give at least one with its references");
        }
        List<ScoredHypotheses.Errors> errors =
                inputs.stream().map(ScoredHypotheses::characterErrors).toList();
        double[] weights = Bootstrap.numbers(inputs, ScoredHypotheses::weight);
        double[] counts = Bootstrap.numbers(errors, ScoredHypotheses.Errors::count);
        double[] lengths = Bootstrap.numbers(errors, ScoredHypotheses.Errors::length);
        for (int k = 0; k < weights.length; k++) {
            counts[k] *= weights[k];
            lengths[k] *= weights[k];
        }
        ConfidenceInterval accuracy =
                bootstrap.mean(Bootstrap.numbers(inputs, input -> input.isCorrect() ? 1 : 0), weights);
        return new TransductionMetrics(
                inputs.size(),
                bootstrap.ratio(counts, lengths),
                accuracy.complement(),
                accuracy,
                bootstrap.mean(Bootstrap.numbers(inputs, ScoredHypotheses::reciprocalRank), weights));
    }
}
