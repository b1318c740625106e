package org.espalier.spark;

import java.io.Serializable;
import java.util.Optional;
import org.espalier.model.train.Outcome;
import org.espalier.model.train.ValidationReport;
import org.jspecify.annotations.Nullable;

/** How a worker's part in a training ended, for the driver. */
sealed interface WorkerEnd extends Serializable {
    /** With the training: what {@link Outcome} says, which cannot travel. */
    record Done(Outcome.Reason reason, long step, @Nullable ValidationReport best, long skipped) implements WorkerEnd {
        static Done of(Outcome outcome) {
            return new Done(outcome.reason(), outcome.step(), outcome.best().orElse(null), outcome.skipped());
        }

        Outcome outcome() {
            return new Outcome(reason, step, Optional.ofNullable(best), skipped);
        }
    }

    /**
     * Before it, by its own fault or that of what it found.
     *
     * @param why for a person
     */
    record Failed(String why) implements WorkerEnd {}

    /**
     * With the loss of another.
     *
     * @param how for a person
     */
    record LostAnother(String how) implements WorkerEnd {}
}
