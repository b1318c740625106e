package org.espalier.fst.language;

import java.util.List;

/** What an arc carries on one tape, before variables have values. */
record Label(List<Atom> atoms) {
    sealed interface Atom {
        Place place();

        /** A symbol that stands for itself. */
        record Literal(Place place, String symbol) implements Atom {}

        /** Whatever a comprehension puts here. */
        record Variable(Place place, String name) implements Atom {}
    }

    Label {
        atoms = List.copyOf(atoms);
    }
}
