package org.espalier.model;

/** The log-probabilities of events under an ensemble, which cannot be trained. */
@SuppressWarnings("ArrayRecordComponent") // passed on, never compared
record MixtureScores(double[] logProbabilities) implements EventScores {
    @Override
    public void backward(double[] gradient) {
        throw new IllegalStateException("an ensemble cannot be trained; train its members");
    }
}
