/**
 * Asks trained runs about corpora of any size on Apache Spark, with the results of the plain commands.
 *
 * <p>A {@link org.espalier.spark.CorpusJob} asks a {@link org.espalier.spark.RowTask} about every row of a {@link
 * org.espalier.spark.Corpus}; its {@link org.espalier.spark.CorpusResults} go to an {@link org.espalier.spark.OutputFolder}.
 * {@link org.espalier.spark.TrainingWorkerTask} is a worker of a training on a cluster.
 *
 * <p>Executors load this package, espalier-run and what that depends on. So nothing here may depend on the command line; and
 * nothing computes with models here: that is espalier-run's and espalier-model's work.
 */
@NullMarked
package org.espalier.spark;

import org.jspecify.annotations.NullMarked;
