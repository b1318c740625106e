package org.espalier.model.train;

/** Which of the two networks learn, and from which samples. */
public enum Objective {
    /** The sampler only, by the inclusive KL divergence to the posterior of a frozen scorer (section 4). */
    SAMPLER,
    /** Each step first the sampler as above, then the scorer by IWAE with samples of its own (Appendix C). */
    ALTERNATING,
    /** Both in one step, from the same samples. */
    JOINT;

    /** Whether the scorer learns too. */
    public boolean trainsScorer() {
        return this != SAMPLER;
    }
}
