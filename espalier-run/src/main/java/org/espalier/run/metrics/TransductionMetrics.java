package org.espalier.run.metrics;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.espalier.fst.base.EspalierException;

/**
 * How good the outputs for many inputs are, each number with its interval.
 *
 * @param inputs how many
 * @param characterErrorRate character errors of first hypotheses over the length of the references they are counted against,
 *     over all inputs together; a character is a symbol of the output
 * @param wordErrorRate the share of inputs whose whole first hypothesis is no reference
 * @param accuracy the share of inputs whose first hypothesis is a reference
 * @param meanReciprocalRank of the first hypothesis that is a reference
 */
public record TransductionMetrics(
        int inputs,
        ConfidenceInterval characterErrorRate,
        ConfidenceInterval wordErrorRate,
        ConfidenceInterval accuracy,
        ConfidenceInterval meanReciprocalRank) {

    public static TransductionMetrics of(List<ScoredHypotheses> judgements, Bootstrap bootstrap) {
        if (judgements.isEmpty()) {
            throw new EspalierException("there is no input to judge; give at least one with its references");
        }
        List<ScoredHypotheses.Errors> errors =
                judgements.stream().map(ScoredHypotheses::characterErrors).toList();
        ConfidenceInterval accuracy = bootstrap.mean(numbers(judgements, judgement -> judgement.isCorrect() ? 1 : 0));
        return new TransductionMetrics(
                judgements.size(),
                bootstrap.ratio(
                        numbers(errors, ScoredHypotheses.Errors::count),
                        numbers(errors, ScoredHypotheses.Errors::length)),
                accuracy.complement(),
                accuracy,
                bootstrap.mean(numbers(judgements, ScoredHypotheses::reciprocalRank)));
    }

    private static <T> double[] numbers(List<T> things, ToDoubleFunction<T> number) {
        return things.stream().mapToDouble(number).toArray();
    }
}
