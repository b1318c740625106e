/**
 * Files that users bring: pairs, inputs, machines in any format or built in, weights of marks; and the numbers of JSON files.
 *
 * <p>Classes here turn names and files into values of the library modules, with errors that name the file, line and column.
 * Nothing here depends on commands or prints.
 */
@NullMarked
package org.espalier.run.data;

import org.jspecify.annotations.NullMarked;
