package org.espalier.fst.language;

import java.util.List;

/** An expression that denotes an alphabet. */
sealed interface SymbolSet {
    SourcePosition place();

    /** {@code "a b c"} and {@code chars "abc"}. */
    record Listed(SourcePosition place, List<String> symbols) implements SymbolSet {}

    /**
     * {@code from data}.
     *
     * @param name the name that it defines, which says which symbols of the data are meant
     */
    record FromData(SourcePosition place, String name) implements SymbolSet {}

    /** {@code file "symbols.txt"}. */
    record FromFile(SourcePosition place, String file) implements SymbolSet {}

    record Named(SourcePosition place, String name) implements SymbolSet {}

    /** Operators applied from left to right: a flat list, so that a long one needs no deep recursion. */
    record Combined(SymbolSet first, List<Step> steps) implements SymbolSet {
        @Override
        public SourcePosition place() {
            return first.place();
        }
    }

    record Step(Operator operator, SymbolSet operand) {}

    enum Operator {
        UNION,
        INTERSECTION,
        DIFFERENCE
    }
}
