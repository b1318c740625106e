package org.espalier.app.explore;

/** Asked by work, now and then, whether it is still wanted. */
@FunctionalInterface
interface Stop {
    /** @throws Refusal if it is not */
    void check();
}
