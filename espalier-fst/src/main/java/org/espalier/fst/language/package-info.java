/**
 * The machine language, {@code .mfst}: a machine as a person writes it.
 *
 * <p>{@link org.espalier.fst.language.MachineLanguage} is the only way in. A program passes through a lexer, a
 * recursive-descent parser that also resolves names, and a compiler that builds the machine with
 * {@link org.espalier.fst.Operations}. Any text at all ends in a machine or in one line that names the place, what was
 * found and what was expected; nothing here draws, prints or builds lattices.
 */
@NullMarked
package org.espalier.fst.language;

import org.jspecify.annotations.NullMarked;
