/**
 * The paper's experiments: which models are trained on what and at which scale, in stages that are skipped when they are
 * done, and what is measured of them. Every model trained here is an ordinary run in a folder of its own; what is found
 * goes into the records of {@code org.espalier.lab.results}. Nothing here knows the console.
 */
@NullMarked
package org.espalier.lab.experiment;

import org.jspecify.annotations.NullMarked;
