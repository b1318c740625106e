package org.espalier.model;

import java.util.SplittableRandom;
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

    /**
     * Creates a model for the lattices of {@link RandomPairs#edits}, whose scorer may be masked. All parameters are random, and so
     * large that neither network is close to uniform.
     */
    public static Model ofEdits(ScorerSettings settings, SamplerKind kind, Precision precision, long seed) {
        MarkScorer scorer = MarkScorer.create(settings.withDimension(DIMENSION), RandomPairs.edits(), precision, seed);
        PathSampler sampler = PathSampler.create(
                SamplerSettings.of(kind).withDimension(DIMENSION),
                Vocabulary.of(RandomPairs.edits()),
                scorer,
                seed + 1);
        randomize(scorer.parameters(), 0.3, seed);
        randomize(sampler.parameters(), 0.3, seed + 1);
        return new Model(scorer, sampler);
    }

    /** Replaces all parameters, including those that are initially zero, by normally distributed numbers. */
    public static void randomize(Parameters parameters, double deviation, long seed) {
        ReferenceParameters.of(parameters)
                .random(deviation, new SplittableRandom(seed))
                .putInto(parameters);
    }
}
