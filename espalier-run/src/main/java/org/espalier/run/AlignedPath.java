package org.espalier.run;

import org.espalier.run.alignment.Alignment;

/**
 * A path of a pair's lattice with its weights.
 *
 * @param alignment the alignment that the path stands for
 * @param weight the posterior probability p(ω | x, y), exact or estimated; the weights of all paths of a pair sum to 1
 * @param logQ log q(ω | T_xy), from the sampler or, after refinement, from the mean of q over all rounds
 * @param logP log p̃(ω), from the scorer
 */
public record AlignedPath(Alignment alignment, double weight, double logQ, double logP) {}
