/**
 * What users bring: files of pairs, machines in any format or built in, weights of marks.
 *
 * <p>Everything here turns names and files into values of the library modules, with errors that name the file, line and
 * column. Nothing here knows of commands or prints.
 */
@NullMarked
package org.espalier.run.data;

import org.jspecify.annotations.NullMarked;
