package org.espalier.run.training;

import org.espalier.model.train.TrainingListener;

/** Receives the progress of the members of an ensemble, on the threads that train them, and may ask all to stop. */
public interface EnsembleListener {
    /** Returns the listener of the member with a seed. If any asks to stop, that member alone stops. */
    default TrainingListener member(long seed) {
        return new TrainingListener() {};
    }

    /** Receives the end of the training of a member. */
    default void ended(MemberOutcome member) {}

    /** Returns whether all members stop before their next step, which saves a checkpoint of each. */
    default boolean stopRequested() {
        return false;
    }
}
