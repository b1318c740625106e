package org.espalier.model.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.espalier.model.LatticeBatch;
import org.espalier.model.Model;
import org.espalier.model.NeuralModel;
import org.espalier.model.Parameters.Precision;
import org.espalier.model.Pass;
import org.espalier.model.PrefixTree;
import org.espalier.model.RandomPairs;
import org.espalier.model.SamplerKind;
import org.espalier.model.ScorerSettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the estimators with neural models. */
class NeuralEstimatesTest {
    private static final long SEED = 20261120;
    private static final int PAIRS = 5;

    private final LatticeBatch batch = new RandomPairs(SEED, 3, 60).batch(PAIRS);
    private final int[] keys = IntStream.range(0, PAIRS).toArray();

    static Stream<Arguments> cases() {
        return Stream.of(ScorerSettings.Given.values())
                .flatMap(given -> Stream.of(SamplerKind.values()).map(kind -> Arguments.of(given, kind)));
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("cases")
    void enumerationAgreesWithScoringCompleteStrings(ScorerSettings.Given given, SamplerKind kind) {
        try (Model model = NeuralModel.of(ScorerSettings.DEFAULT.withGiven(given), kind, Precision.DOUBLE, SEED);
                PointerScope scope = new PointerScope()) {
            List<List<PosteriorString>> paths = new Exact(model, 1_000, 7).paths(batch);
            List<List<int[]>> strings = new ArrayList<>();
            paths.forEach(ofPair -> strings.add(
                    ofPair.stream().map(path -> path.string().marks()).toList()));
            PrefixTree tree = PrefixTree.of(batch, strings);
            double[] logQ = tree.totals(
                    model.sampler().encode(batch, Pass.forward()).score(tree).logProbabilities());
            double[] logP =
                    tree.totals(model.scorer().score(tree, Pass.forward()).logProbabilities());
            for (int end = 0; end < tree.ends(); end++) {
                int[] marks = tree.string(end);
                ScoredString string = paths.get(tree.pair(tree.endNode(end))).stream()
                        .map(PosteriorString::string)
                        .filter(each -> Arrays.equals(each.marks(), marks))
                        .findFirst()
                        .orElseThrow();
                assertThat(string.logQ()).isCloseTo(logQ[end], within(1e-9));
                assertThat(string.logP()).isCloseTo(logP[end], within(1e-5));
            }
            Exact.of(model)
                    .values(batch)
                    .forEach(values -> assertThat(values.samplerMass()).isCloseTo(1, within(1e-9)));
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void estimatesAreCloseToTheExactValues(ScorerSettings.Given given, SamplerKind kind) {
        System.out.println("estimates of " + kind + " given " + given + ", seed " + SEED);
        try (Model model = NeuralModel.of(ScorerSettings.DEFAULT.withGiven(given), kind, Precision.DOUBLE, SEED)) {
            List<ExactValues> exact = Exact.of(model).values(batch);
            List<Estimates> sampled = new Estimator(model, 4_000, 32, SEED).estimate(batch, keys);
            List<SmcEstimate> filtered = new Smc(model, 20, 5, 200, SEED).estimate(batch, keys);
            for (int p = 0; p < PAIRS; p++) {
                assertClose(sampled.get(p).partialKl(), exact.get(p).partialKl());
                assertClose(sampled.get(p).logLikelihood(), exact.get(p).logLikelihood());
                assertClose(sampled.get(p).markLength(), exact.get(p).markLength());
                assertClose(filtered.get(p).logLikelihood(), exact.get(p).logLikelihood());
            }
        }
    }

    private static void assertClose(Estimate estimate, double value) {
        assertThat(estimate.value()).isCloseTo(value, within(4 * estimate.standardError() + 1e-5));
    }
}
