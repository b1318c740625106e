/**
 * Outputs for inputs: a beam search over the mark strings of x ∘ T under p̃θ, and the ranking of outputs by log p̃(x, y).
 *
 * <p>The search finds outputs that are worth a look; the ranking builds the lattice of each and asks the estimators. Neither
 * knows of files or commands.
 */
@NullMarked
package org.espalier.model.search;

import org.jspecify.annotations.NullMarked;
