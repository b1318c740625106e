package org.espalier.fst.language;

import java.util.List;

/** One element of the brackets of a comprehension. */
sealed interface Binder {
    /** {@code a in input}. */
    record InSet(String variable, SymbolSet set) implements Binder {}

    /** {@code a:b in table "cipher1.tsv"}. */
    record InTable(List<String> variables, SourcePosition place, String file) implements Binder {}

    /** {@code a == b} or {@code a != b}. */
    record Condition(LabelTemplate left, boolean wantEqual, LabelTemplate right) implements Binder {}
}
