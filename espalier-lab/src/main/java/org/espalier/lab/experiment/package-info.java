/**
 * The paper's experiments: the models to train at each scale, the stages, which are skipped when they are done, and the
 * measurements. Every trained model is an ordinary run folder; measurements go into the records of
 * {@code org.espalier.lab.results}. Nothing here uses the console.
 */
@NullMarked
package org.espalier.lab.experiment;

import org.jspecify.annotations.NullMarked;
