package org.espalier.model;

/** The kinds of recurrent networks in samplers. */
public enum Recurrence {
    /** h' = tanh(W[1; x; h]). */
    RNN,
    /** The gated recurrent unit, which the paper uses. */
    GRU
}
