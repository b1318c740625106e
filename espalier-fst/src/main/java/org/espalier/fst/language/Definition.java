package org.espalier.fst.language;

/** One {@code name = …} of a program. */
sealed interface Definition {
    Place place();

    String name();

    record OfAlphabet(Place place, String name, SymbolSet set) implements Definition {}

    record OfMachine(Place place, String name, Expression expression) implements Definition {}
}
