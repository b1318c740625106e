package org.espalier.model.train;

/** Receives the progress of a training, on the thread that trains, and may ask the training to stop. */
public interface TrainingListener {
    /** Receives the report of a step. */
    default void step(StepReport report) {}

    /** Receives the report of a validation. */
    default void validated(ValidationReport report) {}

    /** Receives a message about a problem that does not end the training. */
    default void warning(String warning) {}

    /** Returns whether to stop before the next step. A training that stops saves a checkpoint first. */
    default boolean stopRequested() {
        return false;
    }

    /** Returns a listener that notifies this listener and then another one; either may ask to stop. */
    default TrainingListener andThen(TrainingListener next) {
        TrainingListener first = this;
        return new TrainingListener() {
            @Override
            public void step(StepReport report) {
                first.step(report);
                next.step(report);
            }

            @Override
            public void validated(ValidationReport report) {
                first.validated(report);
                next.validated(report);
            }

            @Override
            public void warning(String warning) {
                first.warning(warning);
                next.warning(warning);
            }

            @Override
            public boolean stopRequested() {
                return first.stopRequested() || next.stopRequested();
            }
        };
    }
}
