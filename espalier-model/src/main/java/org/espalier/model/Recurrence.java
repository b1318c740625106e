package org.espalier.model;

/** The kinds of recurrent networks that samplers are made of. */
public enum Recurrence {
    /** h' = tanh(W[1; x; h]). */
    RNN,
    /** Gated: the paper's choice. */
    GRU
}
