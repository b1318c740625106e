package org.espalier.model.estimate;

/**
 * The mark strings that were drawn for one pair by a sampler and the tables that were adapted to the pair.
 *
 * @param all the draws of all rounds, with the mean of q over the rounds
 * @param last the draws of the last round, with the q that they were drawn from
 */
record RefinedDraws(Draws all, Draws last) {
    /** Returns draws from a sampler alone. */
    static RefinedDraws unrefined(Draws draws) {
        return new RefinedDraws(draws, draws);
    }
}
