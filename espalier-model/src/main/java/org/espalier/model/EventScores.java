package org.espalier.model;

import java.util.Optional;

/** The log-probabilities of the events of a {@link PrefixTree}, and their derivatives by the parameters. */
public interface EventScores {
    /** Returns the log-probability of each event. It is finite, never smoothed, and uses dropout only if the pass does. */
    double[] logProbabilities();

    /**
     * Adds the derivative of Σ gradient[e]·logProbability[e] to the gradients of the parameters. With label smoothing ε, the
     * log-probability is replaced by (1-ε) times that of the event plus ε times the mean over all symbols possible there.
     *
     * @throws IllegalStateException if the pass is not {@linkplain Pass#hasGradient() differentiable}, or had a backward pass
     */
    void backward(double[] gradient);

    /** Returns log p̃ of each event, if these are scores of a sampler that had to ask the scorer for it. */
    default Optional<double[]> logP() {
        return Optional.empty();
    }
}
