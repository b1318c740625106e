package org.espalier.model.train;

/** A part of a step: the networks that are trained from the same samples. */
enum Phase {
    SAMPLER(true, false, Seeds.SAMPLER),
    SCORER(false, true, Seeds.SCORER),
    BOTH(true, true, Seeds.SAMPLER);

    private final boolean trainsSampler;
    private final boolean trainsScorer;
    private final long streams;

    Phase(boolean trainsSampler, boolean trainsScorer, long streams) {
        this.trainsSampler = trainsSampler;
        this.trainsScorer = trainsScorer;
        this.streams = streams;
    }

    boolean trainsSampler() {
        return trainsSampler;
    }

    boolean trainsScorer() {
        return trainsScorer;
    }

    /** Returns the purpose of the random streams by which strings are drawn. */
    long streams() {
        return streams;
    }

    /** Returns the number of strings drawn per pair. */
    int samples(TrainingSettings settings) {
        return Math.max(trainsSampler ? settings.samples() : 0, trainsScorer ? settings.iwaeSamples() : 0);
    }
}
