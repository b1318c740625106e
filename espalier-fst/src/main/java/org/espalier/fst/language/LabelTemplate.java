package org.espalier.fst.language;

import java.util.List;

/** The label of an arc on one tape, before variables have values. */
record LabelTemplate(List<Atom> atoms) {
    sealed interface Atom {
        SourcePosition place();

        /** A symbol that stands for itself. */
        record Literal(SourcePosition place, String symbol) implements Atom {}

        /**
         * A variable of a comprehension.
         *
         * @param spelled whether the characters of its symbols are meant, in decomposed form, and not the symbols
         */
        record Variable(SourcePosition place, String name, boolean spelled) implements Atom {}
    }

    LabelTemplate {
        atoms = List.copyOf(atoms);
    }
}
