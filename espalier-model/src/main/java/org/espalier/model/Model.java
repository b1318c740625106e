package org.espalier.model;

/** A neuralized transducer without its machine: the scorer p̃θ and the sampler qφ that finds paths for it. */
public record Model(MarkScorer scorer, PathSampler sampler) implements AutoCloseable {
    @Override
    public void close() {
        scorer.parameters().close();
        sampler.parameters().close();
    }
}
