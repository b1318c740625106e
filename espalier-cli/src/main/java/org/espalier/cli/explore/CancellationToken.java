package org.espalier.cli.explore;

import org.espalier.cli.http.RequestRefusedException;

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
