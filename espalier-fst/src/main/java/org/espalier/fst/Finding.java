package org.espalier.fst;

/**
 * Something worth knowing about a machine.
 *
 * @param kind what was looked for
 * @param severity how much it matters
 * @param message one line for a person, with the shortest witness where there is one
 */
public record Finding(Kind kind, Severity severity, String message) {
    /** From what must be mended to what is merely known. */
    public enum Severity {
        /** Lattices or models of this machine will fail for some pairs. */
        ERROR,
        /** Legal, but often a slip, or it costs time. */
        WARNING,
        /** Good to know. */
        NOTE
    }

    /** What is looked for. */
    public enum Kind {
        GENERATES_NOTHING,
        USELESS_STATES,
        UNUSED_SYMBOLS,
        AMBIGUOUS_MARKS,
        CANONICAL_FORM,
        CYCLES
    }
}
