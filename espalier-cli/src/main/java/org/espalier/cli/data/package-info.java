/**
 * The commands that generate or import the data of the paper's tasks, with their options and the table of statistics. The tasks
 * themselves are in {@code org.espalier.lab.task}.
 */
@NullMarked
package org.espalier.cli.data;

import org.jspecify.annotations.NullMarked;
