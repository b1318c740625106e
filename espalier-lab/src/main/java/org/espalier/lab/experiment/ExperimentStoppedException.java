package org.espalier.lab.experiment;

import java.util.concurrent.CancellationException;

/** Thrown when an experiment is requested to stop. Finished work is kept. */
public final class ExperimentStoppedException extends CancellationException {
    private static final long serialVersionUID = 1;

    ExperimentStoppedException() {
        super("stopped");
    }
}
