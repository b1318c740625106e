package org.espalier.model;

/** A neuralized transducer without its machine: the scorer p̃θ and the sampler qφ that finds paths for it. */
public record Model(MarkScorer scorer, PathSampler sampler) implements AutoCloseable {
    /** This model, the very same parameters, with gradients of its own: for another thread to train with. */
    public Model replica() {
        return new Model(scorer.replica(), sampler.replica());
    }

    @Override
    public void close() {
        scorer.parameters().close();
        sampler.parameters().close();
    }
}
