package org.espalier.model;

import org.espalier.model.Parameters.Precision;

/** Very small instances of the networks that users train, for the lattices of {@link RandomPairs}. */
public final class NeuralModel {
    private static final int DIMENSION = 8;

    private NeuralModel() {}

    public static Model of(SamplerKind kind, Precision precision, long seed) {
        int letters = RandomPairs.LETTERS.size();
        int marks = RandomPairs.MARKS.size();
        MarkScorer scorer = MarkScorer.create(ScorerSettings.DEFAULT.withDimension(DIMENSION), marks, precision, seed);
        return new Model(
                scorer,
                PathSampler.create(
                        SamplerSettings.of(kind).withDimension(DIMENSION),
                        new Vocabulary(letters, letters, marks),
                        scorer,
                        seed + 1));
    }
}
