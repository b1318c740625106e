package org.espalier.model.train;

/**
 * Reports a step of training.
 *
 * @param step the number of this step, from 1
 * @param steps the maximum number of steps
 * @param epoch the epoch of this step, from 1; 0 for a step with dreams alone
 * @param loss the loss of the scorer if it is trained, otherwise that of the sampler; that of the dreams in a step with dreams
 *     alone
 * @param ess the deduplicated effective sample size, weighted mean over the pairs
 * @param gradientNorm the norm of the gradients of all trained networks before clipping; if not finite, a network was not
 *     changed
 * @param pairs the number of pairs of the step
 * @param dreams the dreams of the step
 * @param seconds the duration of the step
 */
public record StepReport(
        long step,
        long steps,
        int epoch,
        double loss,
        double ess,
        double gradientNorm,
        int pairs,
        DreamSums dreams,
        double seconds) {}
