package org.espalier.lab.experiment;

/** Ends an experiment that was asked to stop; what is done is kept. */
public final class ExperimentStoppedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ExperimentStoppedException() {
        super("stopped");
    }
}
