package org.espalier.model.train;

import java.io.Serializable;

/**
 * What a validation found: means over the pairs of the validation set.
 *
 * @param step after how many steps
 * @param partialKl exclusive KL divergence without its constant (section 4), lower is better
 * @param iwae estimated log p̃(x, y), a lower bound in expectation, higher is better
 * @param ess deduplicated effective sample size
 * @param expectedLength marks of a string of the posterior
 * @param best whether this is the best validation so far
 */
public record ValidationReport(
        long step, double partialKl, double iwae, double ess, double expectedLength, boolean best)
        implements Serializable {}
