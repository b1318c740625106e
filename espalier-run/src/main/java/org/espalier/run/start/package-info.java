/**
 * The start from a file of pairs: statistics of the pairs, a proposed machine and configuration, and the pairs split into parts.
 *
 * <p>The files are written for people to read and change. Nothing here knows of commands, prints, or trains.
 */
@NullMarked
package org.espalier.run.start;

import org.jspecify.annotations.NullMarked;
