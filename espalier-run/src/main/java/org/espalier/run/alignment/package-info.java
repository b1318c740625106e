/**
 * Paths of a machine as alignments that people and programs read: which symbols each operation aligns, with which
 * probability, and in which notation. The symbols of an operation come from the arcs of the machine, never from the names of
 * marks, so everything works for any machine. Nothing here depends on models or the console.
 */
@NullMarked
package org.espalier.run.alignment;

import org.jspecify.annotations.NullMarked;
