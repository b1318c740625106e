package org.espalier.model;

import org.bytedeco.pytorch.Tensor;

/**
 * The part of a sampler in which the families differ: what a choice's logit is, given h, the state of the network that
 * read the marks so far.
 */
interface SamplerHead {
    /** Whether it looks ahead along arcs, and so needs lattices without cycles. */
    default boolean needsAcyclic() {
        return false;
    }

    /** What is computed once for a batch. */
    Encoded encode(LatticeBatch batch, Pass pass);

    /** The logits for a batch. */
    interface Encoded {
        /** The logit of each choice at some branches, of which there is at least one, whose h are the rows of a matrix. */
        Tensor logits(BranchPoints branches, Tensor h);
    }
}
