package org.espalier.model;

/** How SWP lets the marks so far in: the ways that section 3.3 proposes. */
public enum HistoryMode {
    /** Not at all: a Markov chain over the states of the lattice, as in the paper's experiments. */
    NONE,
    /** An arc's probability is proportional to exp(h·e)·β(s'), with e and β from one run of Algorithm 1. */
    WEIGHTED,
    /** An arc's probability is proportional to exp(h·e). */
    LOCAL,
    /** Algorithm 1 is run anew at each prefix, with h in place of w. Costs a run for each prefix. */
    RERUN
}
