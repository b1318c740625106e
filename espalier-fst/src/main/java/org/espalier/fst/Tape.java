package org.espalier.fst;

import java.util.Locale;

/** The three tapes of a marked transducer: Σ, Δ and Ω of the paper. */
public enum Tape {
    INPUT(0),
    OUTPUT(1),
    MARKS(2);

    /** Where this tape stands in an arc's three labels. */
    final int index;

    Tape(int index) {
        this.index = index;
    }

    /** The word used in messages and options: {@code input}, {@code output} or {@code marks}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
