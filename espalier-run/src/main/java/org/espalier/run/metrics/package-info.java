/**
 * Metrics of outputs given references: edit distance, error rates, reciprocal ranks, and their confidence intervals. Pure
 * functions of strings of symbols; nothing here depends on models, files or the console.
 */
@NullMarked
package org.espalier.run.metrics;

import org.jspecify.annotations.NullMarked;
