package org.espalier.model;

/** The log-probability of each event of a {@link PrefixTree}, and the way back to the parameters. */
public interface EventScores {
    /** For each event its log-probability: finite, never smoothed, and without dropout unless the pass was for training. */
    double[] logProbabilities();

    /**
     * Adds to the gradient of every parameter the derivative of Σ gradient[e]·logProbability[e]; with label smoothing ε,
     * that of the smoothed log-probability, (1-ε) times the event's plus ε times the mean over all symbols possible there.
     * At most once, and only of a pass that was asked to be {@linkplain Pass#hasGradient() differentiable}.
     */
    void backward(double[] gradient);
}
