/**
 * The machine language, {@code .mfst}, in which people write machines.
 * {@link org.espalier.fst.language.MachineLanguage} is the only entry point. A program passes through a lexer, a
 * recursive-descent parser that also resolves names, and a compiler that builds the machine with
 * {@link org.espalier.fst.Operations}.
 *
 * <p>Every text ends in a machine or in a one-line error with the place, what was found and what was expected. Nothing
 * here may draw, print or build lattices.
 */
@NullMarked
package org.espalier.fst.language;

import org.jspecify.annotations.NullMarked;
