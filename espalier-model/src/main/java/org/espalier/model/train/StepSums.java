package org.espalier.model.train;

import java.util.Arrays;

/**
 * What workers add up in a step beside their gradients. Each worker contributes its pairs' weighted sums divided by the
 * weight of the pairs of all workers, so the totals are weighted means over the pairs of the step.
 *
 * @param stopRequests the number of workers that want to stop before this step
 * @param samplerLoss the sum of the losses of the sampler
 * @param scorerLoss the sum of −log 1/K Σ w
 * @param ess the sum of deduplicated effective sample sizes
 * @param gain the sum of what the sampler is better than the proposal, see {@link SamplerLoss}
 * @param dreams the dreams, whose sums are not divided
 */
record StepSums(double stopRequests, double samplerLoss, double scorerLoss, double ess, double gain, DreamSums dreams) {
    private static final int FIRST_OF_DREAMS = 5;

    /** Returns the sums of a worker that has computed nothing yet. */
    static StepSums none(boolean stopRequested) {
        return new StepSums(stopRequested ? 1 : 0, 0, 0, 0, 0, DreamSums.NONE);
    }

    /**
     * Adds what was computed for some pairs of a step.
     *
     * @param weight the weight of all pairs of the step
     */
    StepSums plus(SamplerLoss loss, Posterior posterior, double weight) {
        return new StepSums(
                stopRequests,
                samplerLoss + loss.value() / weight,
                scorerLoss - posterior.logLikelihood() / weight,
                ess + posterior.ess() / weight,
                gain + loss.gain() / weight,
                dreams);
    }

    /** Adds dreams. */
    StepSums plus(DreamSums more) {
        return new StepSums(stopRequests, samplerLoss, scorerLoss, ess, gain, dreams.plus(more));
    }

    /** Returns these sums as the numbers that travel between workers. */
    double[] toArray() {
        double[] result = Arrays.copyOf(
                new double[] {stopRequests, samplerLoss, scorerLoss, ess, gain}, FIRST_OF_DREAMS + DreamSums.NUMBERS);
        System.arraycopy(dreams.toArray(), 0, result, FIRST_OF_DREAMS, DreamSums.NUMBERS);
        return result;
    }

    /** Returns the sums of which {@link #toArray} made these numbers. */
    static StepSums fromArray(double... numbers) {
        return new StepSums(
                numbers[0],
                numbers[1],
                numbers[2],
                numbers[3],
                numbers[4],
                DreamSums.fromArray(numbers, FIRST_OF_DREAMS));
    }
}
