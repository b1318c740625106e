package org.espalier.model;

/** How SWP uses the history, that is, the marks so far: the variants that section 3.3 proposes. */
public enum HistoryMode {
    /** No history: a Markov chain over the states of the lattice, as in the paper's experiments. */
    NONE,
    /** An arc's probability is proportional to exp(h·e)·β(s'), with e and β from one run of Algorithm 1. */
    WEIGHTED,
    /** An arc's probability is proportional to exp(h·e). */
    LOCAL,
    /** Algorithm 1 runs again at each prefix, with h in place of w. Complexity: one run per prefix. */
    RERUN
}
