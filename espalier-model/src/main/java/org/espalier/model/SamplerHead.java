package org.espalier.model;

import org.bytedeco.pytorch.Tensor;

/**
 * The part of an autoregressive sampler in which the families differ: it computes the logits of the choices from h, the
 * state of the recurrent network after the marks so far.
 */
interface SamplerHead {
    /** Computes what the logits of a batch need before any mark is drawn. */
    EncodedPairs encode(LatticeBatch batch, Pass pass);

    /** The logits of the choices of a batch. */
    interface EncodedPairs {
        /**
         * Returns the logit of each choice of some branch points.
         *
         * @param branches at least one branch point
         * @param h one row per branch point
         */
        Tensor logits(BranchPoints branches, Tensor h);
    }
}
