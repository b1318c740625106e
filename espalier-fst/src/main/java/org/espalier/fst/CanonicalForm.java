package org.espalier.fst;

/** The result of the search for a machine's canonical form: found, or missing for a reason. */
public sealed interface CanonicalForm {
    /** The default limit on work: the number of subset elements and pending symbols that are looked at. */
    long DEFAULT_MAX_WORK = 50_000_000;

    /**
     * Returns the canonical form of a machine, or the reason why there is none, with the default limit on work.
     *
     * <p>Complexity: as {@link #of(Mfst, long)}.
     */
    static CanonicalForm of(Mfst machine) {
        return of(machine, DEFAULT_MAX_WORK);
    }

    /**
     * Returns the canonical form of a machine, or the reason why there is none.
     *
     * <p>Complexity: exponential in the states of the machine at worst, and bounded by the limit on work. For a machine
     * that is deterministic over marks already, determinization is linear in its arcs; see {@link Canonicalize} for the
     * other steps.
     *
     * @param maxWork the number of subset elements and pending symbols after which the search stops
     */
    static CanonicalForm of(Mfst machine, long maxWork) {
        return new Canonicalize(machine, maxWork).run();
    }

    /** The machine has a canonical form. */
    record Found(CanonicalMfst machine) implements CanonicalForm {}

    /**
     * The machine has no canonical form, or none was found within the limit. Lattices are then built by a subset
     * construction for each pair.
     *
     * @param reason the reason
     * @param explanation one line for a person, with a witness if there is one
     */
    record Missing(Reason reason, String explanation) implements CanonicalForm {}

    /** Why a machine has no canonical form. */
    enum Reason {
        /** Two paths have the same marks and generate the same pair. */
        AMBIGUOUS,
        /** Two paths have the same marks but generate different pairs. */
        NOT_FUNCTIONAL,
        /**
         * The twins property fails: the outputs of two paths with the same marks can differ by more and more symbols
         * before later marks decide between the paths.
         */
        NO_TWINS,
        /** The limit on work was reached first. */
        WORK_LIMIT
    }
}
