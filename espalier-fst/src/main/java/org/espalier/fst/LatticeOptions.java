package org.espalier.fst;

import org.espalier.fst.base.LimitException;
import org.espalier.fst.base.Range;
import org.espalier.fst.base.Records;

/**
 * The options of a {@link LatticeBuilder}.
 *
 * @param minimality the states that are merged
 * @param maxStates the largest number of states before minimization; more is a {@link LimitException}
 * @param maxMarks the length of the longest mark string to keep, or 0 for no bound; a bound unrolls a cyclic lattice
 */
public record LatticeOptions(
        Minimality minimality,
        @Range(min = 1) int maxStates,
        @Range(min = 0) int maxMarks) {
    public static final int DEFAULT_MAX_STATES = 5_000_000;

    /** Minimal over labels, at most five million states, mark strings of any length. */
    public static final LatticeOptions DEFAULT = new LatticeOptions(Minimality.LABELS, DEFAULT_MAX_STATES, 0);

    public LatticeOptions {
        Records.requireInRange(LatticeOptions.class, minimality, maxStates, maxMarks);
    }

    public LatticeOptions withMinimality(Minimality changed) {
        return new LatticeOptions(changed, maxStates, maxMarks);
    }

    public LatticeOptions withMaxStates(int changed) {
        return new LatticeOptions(minimality, changed, maxMarks);
    }

    public LatticeOptions withMaxMarks(int changed) {
        return new LatticeOptions(minimality, maxStates, changed);
    }
}
