package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.espalier.fst.Lattice;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that dropout masks do not depend on which pairs form a batch. */
class DropoutTest {
    private static final long SEED = 77;
    private static final int PAIRS = 7;

    private final List<Lattice> lattices = new RandomPairs(SEED, 4, 60).next(PAIRS);

    /** Runs the backward pass of all strings of some pairs. */
    private interface BackwardPass {
        void learn(LatticeBatch batch, PrefixTree tree, Pass pass);
    }

    static Stream<SamplerSettings> samplers() {
        return SamplerCases.gruOnly();
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("samplers")
    void masksOfASamplerDoNotDependOnTheBatch(SamplerSettings settings) {
        PathSampler sampler = SamplerCases.random(settings, Parameters.Precision.DOUBLE, SEED);
        compare(
                sampler.parameters(),
                (batch, tree, pass) -> sampler.encode(batch, pass).score(tree).backward(ones(tree)));
    }

    @ParameterizedTest
    @EnumSource
    void masksOfAScorerDoNotDependOnTheBatch(ScorerSettings.Kind kind) {
        ScorerSettings settings = ScorerSettings.DEFAULT.withKind(kind).withDimension(8);
        MarkScorer scorer = MarkScorer.create(settings, RandomPairs.VOCABULARY, Parameters.Precision.DOUBLE, SEED);
        compare(
                scorer.parameters(),
                (batch, tree, pass) -> scorer.score(tree, pass).backward(ones(tree)));
    }

    private static double[] ones(PrefixTree tree) {
        double[] result = new double[tree.events()];
        Arrays.fill(result, 1);
        return result;
    }

    private void compare(Parameters network, BackwardPass learning) {
        System.out.println("seed " + SEED);
        try (Parameters parameters = network) {
            Map<String, double[]> whole = gradients(parameters, learning, SEED, List.of(range(0, PAIRS)));
            List<int[]> parts = List.of(range(5, 7), range(0, 1), range(1, 5));
            Map<String, double[]> inParts = gradients(parameters, learning, SEED, parts);
            whole.forEach(
                    (name, gradient) -> assertThat(inParts.get(name)).as(name).containsExactly(gradient, within(1e-9)));
            Map<String, double[]> other = gradients(parameters, learning, SEED + 1, List.of(range(0, PAIRS)));
            assertThat(whole.keySet())
                    .anySatisfy(name -> assertThat(other.get(name)).isNotEqualTo(whole.get(name)));
        }
    }

    private static int[] range(int from, int to) {
        return IntStream.range(from, to).toArray();
    }

    private Map<String, double[]> gradients(
            Parameters parameters, BackwardPass learning, long seed, List<int[]> parts) {
        parameters.zeroGradients();
        for (int[] pairs : parts) {
            try (PointerScope scope = new PointerScope()) {
                LatticeBatch batch = LatticeBatch.of(
                        Arrays.stream(pairs).mapToObj(lattices::get).toList());
                learning.learn(batch, SamplerCases.wholeTree(batch), Pass.training(0.1, 0.4, seed, pairs));
            }
        }
        Map<String, double[]> result = new LinkedHashMap<>();
        try (PointerScope scope = new PointerScope()) {
            for (Map.Entry<String, Tensor> entry : parameters.tensors().entrySet()) {
                Tensor gradient = entry.getValue().grad();
                result.put(entry.getKey(), gradient.defined() ? Torch.doubles(gradient) : new double[0]);
            }
        }
        parameters.zeroGradients();
        return result;
    }

    @Test
    void fractionOfDroppedEntriesIsTheDropoutRate() {
        try (PointerScope scope = new PointerScope();
                Parameters parameters = new Parameters(Parameters.Precision.DOUBLE, SEED)) {
            Tensor ones = parameters.constant("ones", 1, 400, 251).detach();
            int[] pair = new int[400];
            Arrays.setAll(pair, row -> row % 2);
            for (double dropout : new double[] {0.1, 0.3, 0.75}) {
                DropoutMasks masks = new DropoutMasks(dropout, SEED, 3, 9);
                Tensor ofRows = masks.ofRows("place", ones, DropoutKeys.of(pair, 2));
                Tensor ofTable = masks.ofTable("place", ones);
                for (Tensor masked : List.of(ofRows, ofTable)) {
                    double[] numbers = Torch.doubles(masked);
                    assertThat(Arrays.stream(numbers).distinct().sorted().toArray())
                            .containsExactly(new double[] {0, 1 / (1 - dropout)}, within(1e-12));
                    // Five standard deviations of the mean.
                    double deviation = Math.sqrt(dropout / (1 - dropout) / numbers.length);
                    assertThat(Arrays.stream(numbers).average().orElseThrow()).isCloseTo(1, within(5 * deviation));
                }
                assertThat(Torch.doubles(ofRows)).isNotEqualTo(Torch.doubles(ofTable));
            }
        }
    }
}
