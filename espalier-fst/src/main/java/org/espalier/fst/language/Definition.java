package org.espalier.fst.language;

/** One {@code name = …} of a program. */
sealed interface Definition {
    SourcePosition place();

    String name();

    record OfAlphabet(SourcePosition place, String name, SymbolSet set) implements Definition {}

    record OfMachine(SourcePosition place, String name, Expression expression) implements Definition {}
}
