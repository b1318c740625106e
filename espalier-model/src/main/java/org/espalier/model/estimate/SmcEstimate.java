package org.espalier.model.estimate;

import java.util.List;

/**
 * The results of the particle filters of one pair.
 *
 * @param logLikelihood the estimate of log p̃(x, y): the log of the mean over repetitions of unbiased estimates of p̃(x, y).
 *     Its standard error is by the delta method, and NaN for a single repetition
 * @param logLikelihoods the log of each repetition's estimate
 * @param strings the strings of the particles with their posterior weights, the largest weight first
 * @param resamplings the mean number of resamplings per repetition
 */
public record SmcEstimate(
        Estimate logLikelihood, List<Double> logLikelihoods, List<PosteriorString> strings, double resamplings) {}
