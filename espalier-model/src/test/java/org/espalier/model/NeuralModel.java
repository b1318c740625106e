package org.espalier.model;

import org.espalier.model.Parameters.Precision;

/** Very small instances of the networks that users train, for the lattices of {@link RandomPairs}. */
public final class NeuralModel {
    private static final int DIMENSION = 8;

    private NeuralModel() {}

    public static Model of(SamplerKind kind, Precision precision, long seed) {
        return of(ScorerSettings.DEFAULT, kind, precision, seed);
    }

    /** Creates a model whose networks have a small dimension. */
    public static Model of(ScorerSettings settings, SamplerKind kind, Precision precision, long seed) {
        MarkScorer scorer =
                MarkScorer.create(settings.withDimension(DIMENSION), RandomPairs.VOCABULARY, precision, seed);
        return new Model(
                scorer,
                PathSampler.create(
                        SamplerSettings.of(kind).withDimension(DIMENSION), RandomPairs.VOCABULARY, scorer, seed + 1));
    }
}
