/**
 * How someone with a file of pairs begins: what the pairs look like, a machine and a configuration proposed for them, and
 * the pairs split into parts.
 *
 * <p>What is written is for people to read and change. Nothing here knows of commands, prints, or trains.
 */
@NullMarked
package org.espalier.run.start;

import org.jspecify.annotations.NullMarked;
