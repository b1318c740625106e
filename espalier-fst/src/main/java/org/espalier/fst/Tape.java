package org.espalier.fst;

import java.util.Locale;

/** The three tapes of a marked transducer: Σ, Δ and Ω of the paper. */
public enum Tape {
    INPUT(0),
    OUTPUT(1),
    MARKS(2);

    /** The index of this tape among the three labels of an arc. */
    final int index;

    Tape(int index) {
        this.index = index;
    }

    /** Returns the word used in messages and options: {@code input}, {@code output} or {@code marks}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
