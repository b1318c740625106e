package org.espalier.spark;

import java.io.Serializable;
import java.util.Optional;
import org.espalier.model.train.TrainingOutcome;
import org.espalier.model.train.ValidationReport;
import org.jspecify.annotations.Nullable;

/** How a worker's part in a training ended, for the driver. */
public sealed interface WorkerResult extends Serializable {
    /** With the training: what {@link TrainingOutcome} says, which cannot travel. */
    record Done(
            TrainingOutcome.Reason reason,
            long step,
            @Nullable ValidationReport best,
            long skipped) implements WorkerResult {
        static Done of(TrainingOutcome outcome) {
            return new Done(outcome.reason(), outcome.step(), outcome.best().orElse(null), outcome.skipped());
        }

        public TrainingOutcome outcome() {
            return new TrainingOutcome(reason, step, Optional.ofNullable(best), skipped);
        }
    }

    /**
     * Before it, by its own fault or that of what it found.
     *
     * @param why for a person
     */
    record Failed(String why) implements WorkerResult {}

    /**
     * With the loss of another.
     *
     * @param how for a person
     */
    record LostAnother(String how) implements WorkerResult {}
}
