/**
 * Metrics of outputs given references: edit distance, error rates, reciprocal ranks, the calibration of probabilities, and
 * their confidence intervals. Pure functions of strings of symbols and numbers; nothing here depends on models, files or the console.
 */
@NullMarked
package org.espalier.run.metrics;

import org.jspecify.annotations.NullMarked;
