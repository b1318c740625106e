package org.espalier.model.train;

import java.io.Serializable;

/**
 * The errors of the outputs that a model finds for validation inputs.
 *
 * @param wordErrorRate the fraction of inputs whose best output is wrong; NaN if no outputs were searched for
 * @param characterErrorRate the character errors of the best outputs, divided by the length of the right ones; NaN if no
 *     outputs were searched for
 */
public record OutputErrors(double wordErrorRate, double characterErrorRate) implements Serializable {
    /** No outputs were searched for. */
    public static final OutputErrors NONE = new OutputErrors(Double.NaN, Double.NaN);

    /** Returns whether outputs were searched for. */
    public boolean areKnown() {
        return !Double.isNaN(wordErrorRate);
    }
}
