package org.espalier.model.train;

import java.util.List;
import java.util.function.BooleanSupplier;

/** How workers with different pairs train one model: when they exchange what they have learned. */
interface DataParallelism {
    /**
     * The steps from one synchronization of all workers to the next.
     *
     * @param results the result of each step, in order
     * @param stopRequested whether any worker wants to stop now
     */
    record Synchronized(List<TrainingStep.Result> results, boolean stopRequested) {}

    /**
     * Takes steps until all workers have the same parameters again.
     *
     * @param step the number of the first step to take
     * @param end the number of the first step that must not be taken
     * @param stopRequested returns whether this worker wants to stop
     */
    Synchronized nextSteps(long step, long end, BooleanSupplier stopRequested);
}
