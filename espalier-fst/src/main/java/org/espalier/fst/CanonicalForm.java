package org.espalier.fst;

/** The outcome of looking for a machine's canonical form. */
public sealed interface CanonicalForm {
    /** The work after which the search gives up: subset elements and pending symbols handled. */
    long DEFAULT_MAX_WORK = 50_000_000;

    /** Looks for the canonical form of a machine, with the default limit on work. */
    static CanonicalForm of(Mfst machine) {
        return of(machine, DEFAULT_MAX_WORK);
    }

    /** Looks for the canonical form of a machine, giving up after so much work. */
    static CanonicalForm of(Mfst machine, long maxWork) {
        return new Canonicalize(machine, maxWork).run();
    }

    /** The machine has a canonical form. */
    record Found(CanonicalMfst machine) implements CanonicalForm {}

    /**
     * The machine has none, or none was found within the limit; lattices are then built by subsets, pair by pair.
     *
     * @param reason why
     * @param explanation one line for a person, with a witness where there is one
     */
    record Missing(Reason reason, String explanation) implements CanonicalForm {}

    /** Why a machine has no canonical form. */
    enum Reason {
        /** Two paths have the same marks and generate the same pair. */
        AMBIGUOUS,
        /** Two paths have the same marks but generate different pairs. */
        NOT_FUNCTIONAL,
        /** Two paths with the same marks can run ever further apart on a tape before later marks tell which it was. */
        NO_TWINS,
        /** The limit on work was reached first. */
        WORK_LIMIT
    }
}
