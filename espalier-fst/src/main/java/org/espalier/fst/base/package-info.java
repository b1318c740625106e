/** What every module needs and no one owns: errors for people, lines of text, files written whole or not at all, counts in words, the nearest word, a shuffle that is the same everywhere. It knows nothing of machines. */
@NullMarked
package org.espalier.fst.base;

import org.jspecify.annotations.NullMarked;
