package org.espalier.lab.experiment;

/** Who is told how an experiment goes, and may stop it. Called from several threads. */
public interface ExperimentListener {
    /** Something that a person should know. */
    void say(String line);

    /**
     * A stage begins.
     *
     * @param what it does
     * @param unit what its work is counted in
     * @param work how much there is to do
     */
    void stage(String what, String unit, long work);

    /** So much more is done; what was done before counts too, as it is skipped. */
    void advance(long done, boolean skipped);

    boolean stopRequested();
}
