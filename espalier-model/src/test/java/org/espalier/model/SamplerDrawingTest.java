package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.PointerScope;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that strings are drawn with the probabilities that the sampler reports. */
class SamplerDrawingTest {
    private static final long SEED = 20241;
    private static final int DRAWS = 4000;

    @ParameterizedTest
    @MethodSource("org.espalier.model.SamplerCases#all")
    void frequenciesOfDrawnStringsFitTheirProbabilities(SamplerSettings settings) {
        LatticeBatch batch = new RandomPairs(SEED, 4, 150).batch(5);
        PathSampler sampler = SamplerCases.random(settings, Parameters.Precision.SINGLE, SEED);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = sampler.parameters()) {
            PathSampler.Encoded encoded = sampler.encode(batch, Pass.forward());
            PrefixTree whole = SamplerCases.wholeTree(batch);
            double[] logQ = whole.totals(encoded.score(whole).logProbabilities());
            PrefixTree drawn =
                    PathSampling.sample(encoded, DRAWS, streams(batch.pairs())).tree();
            for (int p = 0; p < batch.pairs(); p++) {
                int[] ends = endsOf(whole, p);
                double[] q = IntStream.of(ends)
                        .mapToDouble(end -> Math.exp(logQ[end]))
                        .toArray();
                int[] counts = IntStream.of(ends)
                        .map(end -> count(drawn, whole.pair(whole.endNode(end)), whole.string(end)))
                        .toArray();
                assertThat(IntStream.of(counts).sum()).isEqualTo(DRAWS);
                ChiSquare.assertFits(counts, q, "seed " + SEED + ", pair " + p);
            }
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("org.espalier.model.SamplerCases#all")
    void logProbabilitiesOfDrawingScoringAndWalkingAgree(SamplerSettings settings) {
        LatticeBatch batch = new RandomPairs(SEED + 1, 6, 5000).batch(10);
        PathSampler sampler = SamplerCases.random(settings, Parameters.Precision.DOUBLE, SEED + 1);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = sampler.parameters()) {
            PathSampling.Samples samples =
                    PathSampling.sample(sampler.encode(batch, Pass.forward()), 16, streams(batch.pairs()));
            PathSampler.Encoded again = sampler.encode(batch, Pass.differentiable());
            double[] scored = again.score(samples.tree()).logProbabilities();
            double[] walked = SamplerCases.walked(again, samples.tree());
            assertThat(scored).as("seed %d", SEED + 1).hasSameSizeAs(samples.logQ());
            for (int event = 0; event < scored.length; event++) {
                assertThat(scored[event])
                        .as("seed %d, event %d", SEED + 1, event)
                        .isCloseTo(samples.logQ()[event], within(1e-10))
                        .isCloseTo(walked[event], within(1e-10));
            }
        }
    }

    /** As for a further update from the same strings: the drawing is gone, and the parameters are others. */
    @ParameterizedTest
    @MethodSource("org.espalier.model.SamplerCases#gruOnly")
    void keptStringsAreScoredByTheParametersOfNow(SamplerSettings settings) {
        System.out.println("seed " + SEED);
        LatticeBatch batch = new RandomPairs(SEED, 5, 2000).batch(6);
        PathSampler sampler = SamplerCases.random(settings, Parameters.Precision.DOUBLE, SEED);
        try (Parameters parameters = sampler.parameters()) {
            PrefixTree tree;
            PathSampler.KeptStrings kept;
            try (PointerScope scope = new PointerScope()) {
                PathSampling.Samples samples =
                        PathSampling.sample(sampler.encode(batch, Pass.differentiable()), 8, streams(batch.pairs()));
                tree = samples.tree();
                kept = samples.keep();
            }
            ReferenceParameters.of(parameters)
                    .random(0.7, new SplittableRandom(SEED + 1))
                    .putInto(parameters);
            try (kept) {
                for (int update = 0; update < 2; update++) {
                    GradientsOf fresh = gradients(
                            parameters,
                            () -> sampler.encode(batch, Pass.differentiable()).score(tree));
                    GradientsOf ofKept =
                            gradients(parameters, () -> kept.score(sampler.encode(batch, Pass.differentiable())));
                    assertThat(ofKept.logQ).containsExactly(fresh.logQ, within(1e-10));
                    assertThat(ofKept.gradient).containsExactly(fresh.gradient, within(1e-9));
                    assertThat(Arrays.stream(ofKept.gradient)
                                    .map(Math::abs)
                                    .max()
                                    .orElseThrow())
                            .isGreaterThan(1e-3);
                }
            }
        }
    }

    /** What a pass finds, and the gradient of all parameters if each event counts by its number. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record GradientsOf(double[] logQ, double[] gradient) {}

    private static GradientsOf gradients(Parameters parameters, Supplier<EventScores> pass) {
        try (PointerScope scope = new PointerScope()) {
            EventScores scores = pass.get();
            double[] logQ = scores.logProbabilities();
            scores.backward(IntStream.range(0, logQ.length)
                    .mapToDouble(event -> 1 + event % 5)
                    .toArray());
            double[] gradient = parameters.tensors().values().stream()
                    .filter(tensor -> tensor.grad().defined())
                    .flatMapToDouble(
                            tensor -> Arrays.stream(Torch.doubles(tensor.grad().flatten())))
                    .toArray();
            parameters.zeroGradients();
            return new GradientsOf(logQ, gradient);
        }
    }

    private static RandomGenerator[] streams(int pairs) {
        return IntStream.range(0, pairs)
                .mapToObj(p -> new SplittableRandom(SEED + p))
                .toArray(RandomGenerator[]::new);
    }

    private static int[] endsOf(PrefixTree tree, int pair) {
        return IntStream.range(0, tree.ends())
                .filter(end -> tree.pair(tree.endNode(end)) == pair)
                .toArray();
    }

    private static int count(PrefixTree drawn, int pair, int... string) {
        return IntStream.of(endsOf(drawn, pair))
                .filter(end -> Arrays.equals(drawn.string(end), string))
                .map(drawn::endCount)
                .sum();
    }
}
