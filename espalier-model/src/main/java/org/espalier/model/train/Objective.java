package org.espalier.model.train;

/** The networks that are trained, and from which samples. */
public enum Objective {
    /** Trains the sampler alone, by its {@link Divergence} from the posterior of a frozen scorer (section 4). */
    SAMPLER,
    /** In each step, trains first the sampler as above, then the scorer by IWAE with new samples (Appendix C). */
    ALTERNATING,
    /** In each step, trains both networks from the same samples. */
    JOINT;

    /** Returns whether the scorer is trained too. */
    public boolean trainsScorer() {
        return this != SAMPLER;
    }
}
