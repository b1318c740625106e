/**
 * Outputs for inputs: beam search over the mark strings of x ∘ T under p̃θ, and the ranking of outputs by log p̃(x, y).
 *
 * <p>{@link org.espalier.model.search.BeamSearch} finds outputs ({@link org.espalier.model.search.FoundOutput}); {@link
 * org.espalier.model.search.Ranker} builds the lattice of each and ranks them with the estimators ({@link
 * org.espalier.model.search.RankedOutput}). Nothing here depends on files or commands.
 */
@NullMarked
package org.espalier.model.search;

import org.jspecify.annotations.NullMarked;
