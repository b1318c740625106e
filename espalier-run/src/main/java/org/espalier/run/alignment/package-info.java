/**
 * Paths of a machine as alignments that people and other programs read: which symbols each operation joins, how sure that
 * is, and how it is written. What an operation reads and writes is taken from the arcs of the machine, never from the
 * names of marks, so that all of this holds for any machine. Nothing here knows of models or the console.
 */
@NullMarked
package org.espalier.run.alignment;

import org.jspecify.annotations.NullMarked;
