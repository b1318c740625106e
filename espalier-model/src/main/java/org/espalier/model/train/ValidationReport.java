package org.espalier.model.train;

import java.io.Serializable;

/**
 * Reports a validation: means over the pairs of the validation set, weighted by the weights of the pairs.
 *
 * @param step the number of steps done before it
 * @param partialKl the exclusive KL divergence without its constant (section 4); lower is better
 * @param iwae the estimated log p̃(x, y), a lower bound in expectation; higher is better
 * @param ess the deduplicated effective sample size
 * @param expectedLength the expected number of marks under the posterior
 * @param outputs the errors of the outputs found, if these select the best checkpoint
 * @param best whether this is the best validation so far
 */
public record ValidationReport(
        long step, double partialKl, double iwae, double ess, double expectedLength, OutputErrors outputs, boolean best)
        implements Serializable {
    ValidationReport withBest(boolean changed) {
        return new ValidationReport(step, partialKl, iwae, ess, expectedLength, outputs, changed);
    }
}
