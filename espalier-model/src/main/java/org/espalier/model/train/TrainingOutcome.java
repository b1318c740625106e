package org.espalier.model.train;

import java.util.Optional;

/**
 * How a training ended.
 *
 * @param reason why it ended
 * @param step how many steps are done
 * @param best the best validation, if there was any; its checkpoint is kept
 * @param skipped how many steps left a network alone because its gradient was not finite
 */
public record TrainingOutcome(Reason reason, long step, Optional<ValidationReport> best, long skipped) {
    /** Why a training ended. */
    public enum Reason {
        /** All steps are done. */
        COMPLETED,
        /** Too many validations in a row did not improve. */
        OUT_OF_PATIENCE,
        /** The listener asked for it; the training can be resumed. */
        STOPPED
    }
}
