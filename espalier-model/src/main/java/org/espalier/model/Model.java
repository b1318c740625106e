package org.espalier.model;

/** The two networks of a neuralized transducer: the scorer p̃θ, and the sampler qφ that draws paths for it. */
public record Model(MarkScorer scorer, PathSampler sampler) implements AutoCloseable {
    /** Returns a model that shares the values of the parameters but has separate gradients, for another thread. */
    public Model replica() {
        return new Model(scorer.replica(), sampler.replica());
    }

    @Override
    public void close() {
        scorer.parameters().close();
        sampler.parameters().close();
    }
}
