package org.espalier.fst;

/** Which states of a lattice count as equal, and so are one state. */
public enum Minimality {
    /** None: one state for each state of the trimmed product. */
    NONE,
    /** Equal futures over (mark, symbols read, symbols written), so that each state has one position. The default. */
    LABELS,
    /** Equal futures over marks alone: fewest states, as OpenFst makes them, but a state has no position. */
    MARKS
}
