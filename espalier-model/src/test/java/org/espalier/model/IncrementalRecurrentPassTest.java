package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.PointerScope;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Learning from strings by the pass that drew them is learning from them by a pass of its own. */
class IncrementalRecurrentPassTest {
    private static final long SEED = 4711;

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("org.espalier.model.SamplerCases#all")
    void gradientsAfterDrawingAreThoseOfAFreshPass(SamplerSettings settings) {
        LatticeBatch batch = new RandomPairs(SEED, 9, 50_000).batch(16);
        PathSampler sampler =
                SamplerCases.random(settings, SamplerCases.VOCABULARY, Parameters.Precision.DOUBLE, SEED, 0.3);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = sampler.parameters()) {
            PathSampler.Encoded drawing = sampler.encode(batch, Pass.differentiable());
            PathSampling.Samples samples = PathSampling.sample(drawing, 32, streams(batch.pairs()));
            PrefixTree tree = samples.tree();
            assertThat(tree.nodes()).as("seed %d", SEED).isGreaterThan(1024);
            Map<String, double[]> grown = gradients(parameters, drawing.score(tree), tree);
            Map<String, double[]> fresh = gradients(
                    parameters, sampler.encode(batch, Pass.differentiable()).score(tree), tree);
            assertThat(grown.keySet()).isEqualTo(fresh.keySet());
            fresh.forEach((name, gradient) ->
                    assertThat(grown.get(name)).as("seed %d, %s", SEED, name).containsExactly(gradient, within(1e-10)));
        }
    }

    @ParameterizedTest
    @MethodSource("org.espalier.model.SamplerCases#all")
    void walksOfOneEncodingDoNotDisturbEachOther(SamplerSettings settings) {
        LatticeBatch batch = new RandomPairs(SEED, 6, 5000).batch(4);
        PathSampler sampler = SamplerCases.random(settings, Parameters.Precision.DOUBLE, SEED);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = sampler.parameters()) {
            PathSampler.Encoded encoded = sampler.encode(batch, Pass.differentiable());
            PathSampler.Encoded alone = sampler.encode(batch, Pass.forward());
            try (PathSampler.Walk first = encoded.walk(new int[] {0, 1});
                    PathSampler.Walk second = encoded.walk(new int[] {2, 3});
                    PathSampler.Walk longer = first.advance(new int[] {0, 1}, new int[] {0, 0});
                    PathSampler.Walk other = second.advance(new int[] {1, 0}, new int[] {0, 0});
                    PathSampler.Walk again = first.advance(new int[] {1}, new int[] {0});
                    PathSampler.Walk further = again.advance(new int[] {0}, new int[] {0})) {
                requireSame(longer, after(alone, 1, 0, 1));
                requireSame(other, after(alone, 1, 3, 2));
                requireSame(further, after(alone, 2, 1));
            }
        }
    }

    private static void requireSame(PathSampler.Walk found, double... expected) {
        assertThat(found.logProbabilities()).as("seed %d", SEED).containsExactly(expected, within(1e-10));
    }

    /** What a walk says of pairs that have each taken their first choice so many times. */
    private static double[] after(PathSampler.Encoded encoded, int times, int... pairs) {
        return after(encoded.walk(pairs), times);
    }

    private static double[] after(PathSampler.Walk walk, int times) {
        try (walk) {
            int[] rows = IntStream.range(0, walk.rows()).toArray();
            return times == 0 ? walk.logProbabilities() : after(walk.advance(rows, new int[rows.length]), times - 1);
        }
    }

    /** Of Σ g·log q with random g. */
    private static Map<String, double[]> gradients(Parameters parameters, EventScores scores, PrefixTree tree) {
        parameters.zeroGradients();
        scores.backward(new SplittableRandom(SEED).doubles(tree.events(), -1, 1).toArray());
        Map<String, double[]> result = new TreeMap<>();
        parameters.tensors().forEach((name, parameter) -> {
            if (parameter.grad().defined()) {
                result.put(name, Torch.doubles(parameter.grad()));
            }
        });
        return result;
    }

    private static RandomGenerator[] streams(int pairs) {
        return IntStream.range(0, pairs)
                .mapToObj(pair -> new SplittableRandom(SEED + pair))
                .toArray(RandomGenerator[]::new);
    }
}
