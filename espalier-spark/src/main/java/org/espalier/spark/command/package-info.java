/**
 * The commands that start Spark jobs. They share option classes with espalier-cli. Executors never load this package.
 */
@NullMarked
package org.espalier.spark.command;

import org.jspecify.annotations.NullMarked;
