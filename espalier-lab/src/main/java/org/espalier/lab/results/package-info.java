/**
 * The results of an experiment as {@code results.json} holds them: records that {@code org.espalier.lab.experiment} fills and
 * {@code org.espalier.lab.report} shows. Nothing here computes.
 */
@NullMarked
package org.espalier.lab.results;

import org.jspecify.annotations.NullMarked;
