package org.espalier.model.train;

import java.util.Optional;

/**
 * The end of a training.
 *
 * @param reason why it ended
 * @param step the number of steps done
 * @param best the best validation, if there was any; its checkpoint is kept
 * @param skipped the number of steps in which a network was not changed because its gradient was not finite
 * @param dreams the dreams of all steps
 */
public record TrainingOutcome(
        Reason reason, long step, Optional<ValidationReport> best, long skipped, DreamSums dreams) {
    /** The reasons for which a training ends. */
    public enum Reason {
        /** All steps are done. */
        COMPLETED,
        /** The last validations did not improve (early stopping). */
        OUT_OF_PATIENCE,
        /** A listener asked to stop; the training can be resumed. */
        STOPPED
    }
}
