package org.espalier.model.train;

/** The figures of a validation by which the best checkpoint is selected. */
public enum Selection {
    /** Selects by the IWAE bound of log p̃(x, y) or, if the scorer is not trained, by Partial KL. */
    LIKELIHOOD,
    /** Selects by the share of inputs whose best output is right; among equals, by the likelihood. */
    ACCURACY,
    /** Selects by the character error rate of the best outputs; among equals, by the likelihood. */
    CER;

    /** Returns whether outputs of the validation inputs must be found. */
    public boolean needsOutputs() {
        return this != LIKELIHOOD;
    }
}
