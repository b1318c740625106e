/**
 * Training of samplers and scorers (sections 2.2 and 4, Appendix C and D): the gradients of one step, the optimizer, and
 * the loop with its data order, validation, early stopping and checkpoints.
 *
 * <p>A training may be done by several processes, {@link org.espalier.model.train.Workers}, with the same result to rounding.
 *
 * <p>A step is a function of the parameters, the optimizer's moments, the seed and the step's number, and of nothing else;
 * so a run that was killed and resumed ends with the very bits of one that never was. Nothing here knows where pairs come
 * from or who is told of progress.
 */
@NullMarked
package org.espalier.model.train;

import org.jspecify.annotations.NullMarked;
