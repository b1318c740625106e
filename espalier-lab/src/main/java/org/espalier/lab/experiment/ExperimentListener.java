package org.espalier.lab.experiment;

/** Receives the progress of an experiment, and may stop it. Called from several threads. */
public interface ExperimentListener {
    /** Receives a line of text for the user. */
    void info(String line);

    /**
     * Called when a stage starts.
     *
     * @param what the description of the stage
     * @param unit the unit of its work, in the plural
     * @param work the amount of work
     */
    void stage(String what, String unit, long work);

    /**
     * Called when work is done.
     *
     * @param skipped whether it was done by an earlier call
     */
    void advance(long done, boolean skipped);

    boolean stopRequested();
}
