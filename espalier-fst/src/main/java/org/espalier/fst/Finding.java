package org.espalier.fst;

/**
 * A result of {@link MachineCheck}.
 *
 * @param kind the property that was checked
 * @param severity how much it matters
 * @param message one line for a person, with the shortest witness if there is one
 */
public record Finding(Kind kind, Severity severity, String message) {
    /** How much a finding matters, from what must be corrected to what is merely informative. */
    public enum Severity {
        /** Lattices or models of this machine will fail for some pairs. */
        ERROR,
        /** Legal, but often a mistake, or slow. */
        WARNING,
        /** Information. */
        NOTE
    }

    /** The property that was checked. */
    public enum Kind {
        GENERATES_NOTHING,
        USELESS_STATES,
        UNUSED_SYMBOLS,
        AMBIGUOUS_MARKS,
        CANONICAL_FORM,
        CYCLES
    }
}
