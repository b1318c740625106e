package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that rounded products change probabilities and gradients only a little, and keep q a distribution. */
@Tag("slow")
class MatrixPrecisionTest {
    private static final long SEED = 816;

    /**
     * Returns samplers that are large enough for their matrices to be rounded. One of the dimensions is not a multiple
     * of the block size of libtorch's vectorized loops.
     */
    static Stream<SamplerSettings> samplers() {
        return SamplerCases.all()
                .filter(settings -> settings.history() != HistoryMode.RERUN)
                .flatMap(settings -> Stream.of(200, 256).map(settings::withDimension));
    }

    private static LatticeBatch batch() {
        return LatticeBatch.of(new RandomPairs(SEED, 5, 300).next(6));
    }

    private static PathSampler sampler(SamplerSettings settings) {
        PathSampler sampler = SamplerCases.fresh(settings, SamplerCases.VOCABULARY, Parameters.Precision.SINGLE, SEED);
        if (settings.kind() == SamplerKind.SWG) {
            // Its own matrices have no effect at first, and those of the scorer are too small to be rounded.
            Objects.requireNonNull(sampler.parameters().tensors().get("gate"))
                    .detach()
                    .fill_(new Scalar(0.5));
        }
        return sampler;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("samplers")
    void roundedQIsADistributionCloseToTheFullOne(SamplerSettings settings) {
        PathSampler sampler = sampler(settings);
        LatticeBatch batch = batch();
        try (Parameters parameters = sampler.parameters();
                PointerScope scope = new PointerScope()) {
            PrefixTree tree = SamplerCases.wholeTree(batch);
            double[] full = logQ(sampler, batch, tree, MatrixPrecision.FULL);
            double[] rounded = logQ(sampler, batch, tree, MatrixPrecision.BFLOAT16);
            double[] sums = new double[batch.pairs()];
            for (int end = 0; end < tree.ends(); end++) {
                sums[tree.pair(tree.endNode(end))] += Math.exp(rounded[end]);
            }
            assertThat(sums)
                    .as("seed %d", SEED)
                    .satisfies(sum ->
                            Arrays.stream(sum).forEach(s -> assertThat(s).isEqualTo(1, within(1e-5))));
            assertThat(maxDifference(full, rounded))
                    .as("seed %d", SEED)
                    .isGreaterThan(0)
                    .isLessThan(0.05);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("samplers")
    void stringsAreDrawnFromTheQThatScoresThem(SamplerSettings settings) {
        PathSampler sampler = sampler(settings);
        LatticeBatch batch = batch();
        try (Parameters parameters = sampler.parameters();
                PointerScope scope = new PointerScope()) {
            PathSampler.Encoded encoded = sampler.encode(batch, Pass.forward().with(MatrixPrecision.BFLOAT16));
            PathSampling.Samples samples = PathSampling.sample(encoded, 16, streams(batch));
            PrefixTree tree = samples.tree();
            assertThat(maxDifference(
                            tree.totals(samples.logQ()),
                            tree.totals(encoded.score(tree).logProbabilities())))
                    .as("seed %d", SEED)
                    .isLessThan(2e-3);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("samplers")
    void roundedGradientsHaveTheDirectionOfFullOnes(SamplerSettings settings) {
        PathSampler sampler = sampler(settings);
        LatticeBatch batch = batch();
        try (Parameters parameters = sampler.parameters();
                PointerScope scope = new PointerScope()) {
            PrefixTree tree = SamplerCases.wholeTree(batch);
            assertThat(cosine(
                            gradient(
                                    parameters,
                                    pass -> sampler.encode(batch, pass).score(tree),
                                    MatrixPrecision.FULL),
                            gradient(
                                    parameters,
                                    pass -> sampler.encode(batch, pass).score(tree),
                                    MatrixPrecision.BFLOAT16)))
                    .as("seed %d", SEED)
                    .isBetween(0.999, 1 - 1e-9);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("samplers")
    void gradientsAfterDrawingEqualThoseOfANewPass(SamplerSettings settings) {
        PathSampler sampler = sampler(settings);
        LatticeBatch batch = batch();
        try (Parameters parameters = sampler.parameters();
                PointerScope scope = new PointerScope()) {
            double[] grown = gradient(
                    parameters,
                    pass -> {
                        PathSampler.Encoded encoded = sampler.encode(batch, pass);
                        return encoded.score(
                                PathSampling.sample(encoded, 16, streams(batch)).tree());
                    },
                    MatrixPrecision.BFLOAT16);
            PrefixTree tree = PathSampling.sample(
                            sampler.encode(batch, Pass.forward().with(MatrixPrecision.BFLOAT16)), 16, streams(batch))
                    .tree();
            double[] fresh =
                    gradient(parameters, pass -> sampler.encode(batch, pass).score(tree), MatrixPrecision.BFLOAT16);
            assertThat(cosine(grown, fresh)).as("seed %d", SEED).isGreaterThan(0.99999);
        }
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(ScorerSettings.Kind.class)
    void roundedScoresAndGradientsAreCloseToFullOnes(ScorerSettings.Kind kind) {
        ScorerSettings settings =
                new ScorerSettings(kind, ScorerSettings.Given.NOTHING, 256, 2, false, false, false, 4, 64);
        MarkScorer scorer = MarkScorer.create(settings, RandomPairs.VOCABULARY, Parameters.Precision.SINGLE, SEED);
        LatticeBatch batch = batch();
        try (Parameters parameters = scorer.parameters();
                PointerScope scope = new PointerScope()) {
            PrefixTree tree = SamplerCases.wholeTree(batch);
            assertThat(maxDifference(
                            tree.totals(scorer.score(tree, Pass.forward()).logProbabilities()),
                            tree.totals(scorer.score(tree, Pass.forward().with(MatrixPrecision.BFLOAT16))
                                    .logProbabilities())))
                    .as("seed %d", SEED)
                    .isGreaterThan(0)
                    .isLessThan(0.05);
            assertThat(cosine(
                            gradient(parameters, pass -> scorer.score(tree, pass), MatrixPrecision.FULL),
                            gradient(parameters, pass -> scorer.score(tree, pass), MatrixPrecision.BFLOAT16)))
                    .as("seed %d", SEED)
                    .isBetween(0.999, 1 - 1e-9);
        }
    }

    private interface Scoring {
        EventScores of(Pass pass);
    }

    private static double[] logQ(PathSampler sampler, LatticeBatch batch, PrefixTree tree, MatrixPrecision precision) {
        return tree.totals(sampler.encode(batch, Pass.forward().with(precision))
                .score(tree)
                .logProbabilities());
    }

    /** Returns the gradient of Σ g·log p with random g, by all parameters in order. */
    private static double[] gradient(Parameters parameters, Scoring scoring, MatrixPrecision precision) {
        parameters.zeroGradients();
        EventScores scores = scoring.of(Pass.differentiable().with(precision));
        scores.backward(new SplittableRandom(SEED)
                .doubles(scores.logProbabilities().length, -1, 1)
                .toArray());
        List<double[]> parts = new ArrayList<>();
        for (Tensor parameter : parameters.tensors().values()) {
            if (parameter.grad().defined()) {
                parts.add(Torch.doubles(parameter.grad()));
            }
        }
        return parts.stream().flatMapToDouble(Arrays::stream).toArray();
    }

    private static double cosine(double[] a, double[] b) {
        return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
    }

    private static double product(double[] a, double[] b) {
        return IntStream.range(0, a.length).mapToDouble(i -> a[i] * b[i]).sum();
    }

    private static double maxDifference(double[] a, double[] b) {
        return IntStream.range(0, a.length)
                .mapToDouble(i -> Math.abs(a[i] - b[i]))
                .max()
                .orElseThrow();
    }

    private static RandomGenerator[] streams(LatticeBatch batch) {
        return IntStream.range(0, batch.pairs())
                .mapToObj(pair -> new SplittableRandom(SEED + pair))
                .toArray(RandomGenerator[]::new);
    }
}
