package org.espalier.app.experiment;

/** Ends an experiment that was asked to stop; what is done is kept. */
public final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1;

    Stopped() {
        super("stopped");
    }
}
