package org.espalier.model.train;

/**
 * What a step did.
 *
 * @param step how many steps are done
 * @param steps how many there will be at most
 * @param epoch the epoch this step was of, from 1
 * @param loss what the step went down: of the scorer if it learns, otherwise of the sampler
 * @param ess deduplicated effective sample size, mean over the pairs
 * @param gradientNorm of all networks that learn, before clipping; not finite if a gradient was not and was left alone
 * @param pairs how many pairs the step took
 * @param seconds how long it took
 */
public record StepReport(
        long step, long steps, int epoch, double loss, double ess, double gradientNorm, int pairs, double seconds) {}
