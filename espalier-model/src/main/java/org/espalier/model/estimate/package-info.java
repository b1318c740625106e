/**
 * Estimates from samples: importance weights, Partial KL, IWAE, log p̃(x, y), effective sample sizes and sequential Monte
 * Carlo; and their exact values, where a lattice is small enough to enumerate.
 *
 * <p>Scorers and samplers are used through their interfaces only, without tensors. All values are in log space and in nats.
 * They depend on models, lattices, seeds and the keys of random streams, not on how pairs are batched.
 */
@NullMarked
package org.espalier.model.estimate;

import org.jspecify.annotations.NullMarked;
