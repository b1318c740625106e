package org.espalier.lab.experiment;

/** Thrown when an experiment is requested to stop. Finished work is kept. */
public final class ExperimentStoppedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ExperimentStoppedException() {
        super("stopped");
    }
}
