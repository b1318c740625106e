package org.espalier.run;

import org.espalier.run.alignment.Alignment;

/**
 * One way in which a pair is aligned.
 *
 * @param alignment what it does to the pair, step by step
 * @param weight its posterior probability p(ω | x, y), exact or estimated; over all paths of a pair they add up to 1
 * @param logQ log q(ω | T_xy), the sampler's
 * @param logP log p̃(ω), the scorer's
 */
public record AlignedPath(Alignment alignment, double weight, double logQ, double logP) {}
