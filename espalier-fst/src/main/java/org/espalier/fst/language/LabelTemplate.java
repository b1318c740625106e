package org.espalier.fst.language;

import java.util.List;

/** The label of an arc on one tape, before variables have values. */
record LabelTemplate(List<Atom> atoms) {
    sealed interface Atom {
        SourcePosition place();

        /** A symbol that stands for itself. */
        record Literal(SourcePosition place, String symbol) implements Atom {}

        /** A variable of a comprehension. */
        record Variable(SourcePosition place, String name) implements Atom {}
    }

    LabelTemplate {
        atoms = List.copyOf(atoms);
    }
}
