package org.espalier.model.estimate;

import java.util.List;

/**
 * What particle filters found for one pair.
 *
 * @param logLikelihood log p̃(x, y): the log of the mean over repetitions of unbiased estimates of p̃(x, y), with its
 *     standard error by the delta method; NaN for a single repetition
 * @param logLikelihoods the log of each repetition's estimate
 * @param strings the strings that were found, the heaviest first
 * @param resamplings how often a repetition resampled, on average
 */
public record SmcEstimate(
        Estimate logLikelihood, List<Double> logLikelihoods, List<PosteriorString> strings, double resamplings) {}
