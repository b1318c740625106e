package org.espalier.cli.explore;

/** Lets work check from time to time whether it is cancelled. */
@FunctionalInterface
interface CancellationToken {
    /**
     * Returns normally if the work may continue.
     *
     * @throws RequestRefusedException if it is cancelled or takes too long
     */
    void check();
}
