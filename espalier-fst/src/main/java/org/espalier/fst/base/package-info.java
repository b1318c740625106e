/**
 * General helpers of all modules: errors for people, lines of text, atomic files, plurals, the nearest word, log-space
 * arithmetic, a reproducible shuffle, ordered parallel work, work that is retried item by item, ranges of settings. Nothing here may know of machines,
 * lattices or command-line options.
 */
@NullMarked
package org.espalier.fst.base;

import org.jspecify.annotations.NullMarked;
