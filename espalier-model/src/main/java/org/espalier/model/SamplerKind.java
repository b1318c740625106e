package org.espalier.model;

/** The families of path samplers. */
public enum SamplerKind {
    /** No lookahead: depends on the marks so far only (Appendix F, equation 16). */
    NONE,
    /** Attention over an encoding of the whole pair (section 3.1). */
    SWA,
    /** The suffixes of x and y that are not yet aligned (section 3.2). */
    SWS,
    /** The graph of possible suffix paths as a weighted automaton (section 3.3, Algorithm 1). */
    SWP,
    /** SWS plus a learned multiple of the scores from the graph; not in the paper. */
    SWPS,
    /** SWP whose arcs also see what lies to their left; not in the paper. */
    SWC,
    /** The scorer proposes, and a graph like that of SWC, but of choices alone, looks ahead; not in the paper. */
    SWG,
    /** A weighted automaton like SWP, by a Transformer that attends over arcs (imagined in the paper's Limitations). */
    TRANSFORMER
}
