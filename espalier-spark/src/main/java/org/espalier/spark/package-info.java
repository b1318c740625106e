/**
 * Trained runs over corpora of any size, on Apache Spark: the rows of a corpus in, a line or a row of results for each out,
 * the same that the plain commands print.
 *
 * <p>Training, too: {@link org.espalier.spark.command.ClusterTraining} has Spark place workers that train one model together.
 *
 * <p>A {@link org.espalier.spark.CorpusJob} asks a {@link org.espalier.spark.RowTask} about every row of a {@link
 * org.espalier.spark.Corpus}. What belongs to the model is called, never done, here; nothing outside of this package knows
 * that Spark exists.
 */
@NullMarked
package org.espalier.spark;

import org.jspecify.annotations.NullMarked;
