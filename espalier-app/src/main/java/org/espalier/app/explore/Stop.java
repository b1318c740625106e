package org.espalier.app.explore;

/** Asked by work, now and then, whether it is still wanted. */
@FunctionalInterface
interface Stop {
    /**
     * Comes back if it is.
     *
     * @throws Refusal if it is not
     */
    void check();
}
