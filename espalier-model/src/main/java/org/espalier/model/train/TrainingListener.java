package org.espalier.model.train;

/** Is told of the progress of a training, by the thread that trains, and may ask it to stop. */
public interface TrainingListener {
    default void step(StepReport report) {}

    default void validated(ValidationReport report) {}

    /** Something that did not stop the training and that a person should know. */
    default void warning(String warning) {}

    /** Asked before each step; a training that stops saves a checkpoint first. */
    default boolean stopRequested() {
        return false;
    }

    /** Both, this one told first; either may ask to stop. */
    default TrainingListener and(TrainingListener other) {
        TrainingListener first = this;
        return new TrainingListener() {
            @Override
            public void step(StepReport report) {
                first.step(report);
                other.step(report);
            }

            @Override
            public void validated(ValidationReport report) {
                first.validated(report);
                other.validated(report);
            }

            @Override
            public void warning(String warning) {
                first.warning(warning);
                other.warning(warning);
            }

            @Override
            public boolean stopRequested() {
                return first.stopRequested() || other.stopRequested();
            }
        };
    }
}
