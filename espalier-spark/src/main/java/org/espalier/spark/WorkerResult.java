package org.espalier.spark;

import java.io.Serializable;
import java.util.Optional;
import org.espalier.model.train.DreamSums;
import org.espalier.model.train.TrainingOutcome;
import org.espalier.model.train.ValidationReport;
import org.jspecify.annotations.Nullable;

/** The result of a worker, for the driver. */
public sealed interface WorkerResult extends Serializable {
    /** The training ended. Holds the fields of a {@link TrainingOutcome}, which is not serializable. */
    record Done(
            TrainingOutcome.Reason reason,
            long step,
            @Nullable ValidationReport best,
            long skipped,
            DreamSums dreams) implements WorkerResult {
        static Done of(TrainingOutcome outcome) {
            return new Done(
                    outcome.reason(), outcome.step(), outcome.best().orElse(null), outcome.skipped(), outcome.dreams());
        }

        /** Returns the outcome of the training. */
        public TrainingOutcome outcome() {
            return new TrainingOutcome(reason, step, Optional.ofNullable(best), skipped, dreams);
        }
    }

    /**
     * The worker failed.
     *
     * @param message the reason, for a person
     * @param isResumable whether the training can be resumed
     */
    record Failed(String message, boolean isResumable) implements WorkerResult {}

    /**
     * The worker ended because another one was lost.
     *
     * @param message the reason, for a person
     */
    record LostAnother(String message) implements WorkerResult {}
}
