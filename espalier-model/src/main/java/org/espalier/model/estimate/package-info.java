/**
 * Plain numbers from samples: importance weights, Partial KL, IWAE, log p̃(x, y), effective sample sizes, sequential
 * Monte Carlo, and what all of these estimate, computed exactly where a lattice is small enough to enumerate; and the
 * lattices of a data set, kept within a bound on memory.
 *
 * <p>Scorers and samplers are used through their interfaces only; no tensor is touched here. Everything is in log space
 * and in nats, and depends on models, lattices and seeds alone, not on how pairs are batched.
 */
@NullMarked
package org.espalier.model.estimate;

import org.jspecify.annotations.NullMarked;
