package org.espalier.fst;

/** The states of a lattice that are merged because they are equal. */
public enum Minimality {
    /** No states: the lattice is the trimmed product. */
    NONE,
    /**
     * States with equal futures over (mark, symbols read, symbols written), so that each state has one position. The
     * default.
     */
    LABELS,
    /**
     * States with equal futures over marks alone: the fewest states, as OpenFst's minimization gives, but without
     * positions.
     */
    MARKS
}
