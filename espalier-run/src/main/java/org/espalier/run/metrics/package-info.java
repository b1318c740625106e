/**
 * How good outputs are, given what they should have been: edit distance, error rates, reciprocal ranks and how sure all of
 * these are. Pure functions of strings of symbols; nothing here knows of models, files or the console.
 */
@NullMarked
package org.espalier.run.metrics;

import org.jspecify.annotations.NullMarked;
