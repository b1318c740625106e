/**
 * General helpers of all modules: errors for people, lines of text, atomic files, plurals, the nearest word, log-space
 * arithmetic, a reproducible shuffle, ordered parallel work, ranges of settings. Nothing here may know of machines, lattices or command-line options.
 */
@NullMarked
package org.espalier.fst.base;

import org.jspecify.annotations.NullMarked;
