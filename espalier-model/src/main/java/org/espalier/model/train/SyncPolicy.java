package org.espalier.model.train;

import java.util.List;
import java.util.function.BooleanSupplier;

/** How workers go on together, from one moment at which all of them have the same parameters to the next. */
interface SyncPolicy {
    /**
     * Steps that all workers have taken.
     *
     * @param steps what they did, one after the other
     * @param stops whether any worker wants to stop now
     */
    record Advance(List<TrainingStep.Result> steps, boolean stops) {}

    /**
     * Goes on.
     *
     * @param step the number of the first step to take
     * @param end that of the first that is not to be taken any more
     * @param stopRequested whether this worker wants to stop
     */
    Advance advance(long step, long end, BooleanSupplier stopRequested);
}
