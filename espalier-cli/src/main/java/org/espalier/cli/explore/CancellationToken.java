package org.espalier.cli.explore;

/** Asked by work, now and then, whether it is still wanted. */
@FunctionalInterface
interface CancellationToken {
    /**
     * Comes back if it is.
     *
     * @throws RequestRefusedException if it is not
     */
    void check();
}
