package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that strings can be scored by the pass that drew them, with the same result as by an ordinary pass. */
class IncrementalRecurrentPassTest {
    private static final long SEED = 4711;

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("org.espalier.model.SamplerCases#all")
    void gradientsOfDrawnStringsEqualThoseOfAnOrdinaryPass(SamplerSettings settings) {
        LatticeBatch batch = new RandomPairs(SEED, 9, 50_000).batch(16);
        PathSampler sampler =
                SamplerCases.random(settings, SamplerCases.VOCABULARY, Parameters.Precision.DOUBLE, SEED, 0.3);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = sampler.parameters()) {
            PathSampling.Samples samples =
                    PathSampling.sample(sampler.encode(batch, Pass.differentiable()), 32, streams(batch.pairs()));
            PrefixTree tree = samples.tree();
            assertThat(tree.nodes()).as("seed %d", SEED).isGreaterThan(1024);
            Map<String, double[]> recorded = gradients(parameters, samples.score(), tree);
            Map<String, double[]> ordinary = gradients(
                    parameters, sampler.encode(batch, Pass.differentiable()).score(tree), tree);
            assertThat(recorded.keySet()).isEqualTo(ordinary.keySet());
            ordinary.forEach((name, gradient) -> assertThat(recorded.get(name))
                    .as("seed %d, %s", SEED, name)
                    .containsExactly(gradient, within(1e-10)));
        }
    }

    static Stream<SamplerSettings> recurrentSamplers() {
        return SamplerCases.all().filter(settings -> !settings.isMarkov() && settings.kind() != SamplerKind.SWG);
    }

    /** A second pass would read the recurrent weights again; they are changed after drawing to reveal one. */
    @ParameterizedTest
    @MethodSource("recurrentSamplers")
    void scoringDrawnStringsComputesNoRecurrentStatesAgain(SamplerSettings settings) {
        LatticeBatch batch = new RandomPairs(SEED, 6, 5000).batch(4);
        PathSampler sampler =
                SamplerCases.random(settings, SamplerCases.VOCABULARY, Parameters.Precision.DOUBLE, SEED, 0.3);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = sampler.parameters()) {
            Tensor hidden = Objects.requireNonNull(parameters.tensors().get("history.hidden"));
            PathSampler.Encoded encoded = sampler.encode(batch, Pass.differentiable());
            PathSampling.Samples samples = PathSampling.sample(encoded, 8, streams(batch.pairs()));
            try (NoGradGuard guard = new NoGradGuard()) {
                hidden.mul_(new Scalar(-3));
            }
            double[] ordinary = encoded.score(samples.tree()).logProbabilities();
            double[] recorded = samples.score().logProbabilities();
            assertThat(recorded).as("seed %d", SEED).containsExactly(samples.logQ(), within(1e-10));
            double difference = IntStream.range(0, ordinary.length)
                    .mapToDouble(event -> Math.abs(ordinary[event] - recorded[event]))
                    .max()
                    .orElseThrow();
            assertThat(difference).as("seed %d", SEED).isGreaterThan(1e-3);
        }
    }

    @Test
    void recordedWalkCannotBeAdvancedTwice() {
        LatticeBatch batch = new RandomPairs(SEED, 6, 5000).batch(2);
        PathSampler sampler =
                SamplerCases.random(SamplerSettings.of(SamplerKind.SWS), Parameters.Precision.DOUBLE, SEED);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = sampler.parameters();
                PathSampler.SamplingWalk start = sampler.encode(batch, Pass.differentiable())
                        .startDrawing()
                        .start();
                PathSampler.SamplingWalk longer = start.advance(new int[] {0}, new int[] {0})) {
            assertThat(longer.rows()).isEqualTo(1);
            assertThatThrownBy(() -> start.advance(new int[] {1}, new int[] {0}))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("depth 1 cannot be added: depth 2 is the next one of a recorded walk");
        }
    }

    @Test
    void samplesOfAClosedEncodingCannotBeScored() {
        LatticeBatch batch = new RandomPairs(SEED, 6, 5000).batch(2);
        PathSampler sampler =
                SamplerCases.random(SamplerSettings.of(SamplerKind.SWS), Parameters.Precision.DOUBLE, SEED);
        try (Parameters parameters = sampler.parameters()) {
            PathSampling.Samples samples = PathSampling.sample(sampler, batch, 2, streams(2));
            assertThatThrownBy(samples::score)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(
                            "the encoding that drew these strings is closed; draw them from an open one to score them");
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
            try (PathSampler.SamplingWalk first = encoded.walk(new int[] {0, 1});
                    PathSampler.SamplingWalk second = encoded.walk(new int[] {2, 3});
                    PathSampler.SamplingWalk longer = first.advance(new int[] {0, 1}, new int[] {0, 0});
                    PathSampler.SamplingWalk other = second.advance(new int[] {1, 0}, new int[] {0, 0});
                    PathSampler.SamplingWalk again = first.advance(new int[] {1}, new int[] {0});
                    PathSampler.SamplingWalk further = again.advance(new int[] {0}, new int[] {0})) {
                requireSame(longer, after(alone, 1, 0, 1));
                requireSame(other, after(alone, 1, 3, 2));
                requireSame(further, after(alone, 2, 1));
            }
        }
    }

    private static void requireSame(PathSampler.SamplingWalk found, double... expected) {
        assertThat(found.logProbabilities()).as("seed %d", SEED).containsExactly(expected, within(1e-10));
    }

    /** Returns the log-probabilities of a walk on which each pair has taken its first choice {@code times} times. */
    private static double[] after(PathSampler.Encoded encoded, int times, int... pairs) {
        return after(encoded.walk(pairs), times);
    }

    private static double[] after(PathSampler.SamplingWalk walk, int times) {
        try (walk) {
            int[] rows = IntStream.range(0, walk.rows()).toArray();
            return times == 0 ? walk.logProbabilities() : after(walk.advance(rows, new int[rows.length]), times - 1);
        }
    }

    /** Returns the gradients of Σ g·log q with random g. */
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
