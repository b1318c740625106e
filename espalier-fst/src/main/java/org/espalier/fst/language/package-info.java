/**
 * The machine language, {@code .mfst}: a machine as a person writes it.
 *
 * <p>A program passes from {@link org.espalier.fst.language.MachineLanguage}, the only way in, through a lexer, a
 * recursive-descent parser that also resolves names, and a compiler that builds the machine with
 * {@link org.espalier.fst.Operations}. Any text at all ends in a machine or in one line that names the place, what was
 * found and what was expected; nothing here draws, prints or builds lattices.
 */
@NullMarked
package org.espalier.fst.language;

import org.jspecify.annotations.NullMarked;
