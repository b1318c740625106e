package org.espalier.model.train;

/** What the sampler is trained to minimize, and by which estimate of its gradient. */
public enum Divergence {
    /** KL(p ‖ q), by normalized importance sampling, or with remembered strings (section 2.2). */
    INCLUSIVE,
    /**
     * KL(p ‖ q), by importance sampling with a running estimate of p̃(x, y) and with strings from a proposal, an earlier
     * sampler (DPG-off, Parshakova, Andreoli and Dymetman 2019).
     */
    DPG_OFF,
    /** KL(q ‖ p), by the policy gradient, with PPO's clipped ratio and an entropy bonus (Schulman et al. 2017). */
    EXCLUSIVE
}
