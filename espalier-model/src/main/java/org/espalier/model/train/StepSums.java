package org.espalier.model.train;

/**
 * What workers add up in a step beside their gradients. Each worker contributes its pairs' sums divided by the number of
 * pairs of all workers, so the totals are means over the pairs of the step.
 *
 * @param stopRequests the number of workers that want to stop before this step
 * @param samplerLoss the sum of −Σ ŵ log q(z)
 * @param scorerLoss the sum of −log 1/K Σ w
 * @param ess the sum of deduplicated effective sample sizes
 */
record StepSums(double stopRequests, double samplerLoss, double scorerLoss, double ess) {
    /** Returns the sums of a worker that has computed nothing yet. */
    static StepSums none(boolean stopRequested) {
        return new StepSums(stopRequested ? 1 : 0, 0, 0, 0);
    }

    /** Adds what was computed for some pairs of a step of {@code batchSize} pairs. */
    StepSums plus(Posterior posterior, int batchSize) {
        return new StepSums(
                stopRequests,
                samplerLoss + posterior.crossEntropy() / batchSize,
                scorerLoss - posterior.logLikelihood() / batchSize,
                ess + posterior.ess() / batchSize);
    }

    /** Returns these sums as the numbers that travel between workers. */
    double[] toArray() {
        return new double[] {stopRequests, samplerLoss, scorerLoss, ess};
    }

    /** Returns the sums of which {@link #toArray} made these numbers. */
    static StepSums fromArray(double... numbers) {
        return new StepSums(numbers[0], numbers[1], numbers[2], numbers[3]);
    }
}
