/**
 * Training of samplers and scorers (sections 2.2 and 4, Appendix C and D): the gradients of one step, the optimizer, and
 * the loop with its data order, validation, early stopping and checkpoints.
 *
 * <p>Several processes, {@link org.espalier.model.train.Workers}, may train one model. Up to rounding the result is that of a single
 * one, unless {@code localSteps} is above 1 or the memory of strings is full.
 *
 * <p>A step is a function of the parameters, the optimizer's moments, the seed and the step's number, and of nothing else; so
 * a training that was killed and resumed ends bit for bit like one that was not. Nothing here knows where pairs come from or
 * who listens to the progress.
 */
@NullMarked
package org.espalier.model.train;

import org.jspecify.annotations.NullMarked;
