/** The commands that start Spark jobs. They share options with the commands of espalier-cli; nothing here runs on an executor. */
@NullMarked
package org.espalier.spark.command;

import org.jspecify.annotations.NullMarked;
