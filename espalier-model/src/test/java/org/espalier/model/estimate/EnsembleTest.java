package org.espalier.model.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that the probabilities of an ensemble are the means of those of its members, string by string. */
class EnsembleTest {
    private static final long SEED = 20261122;
    private static final int PAIRS = 5;

    private static Model member(ScorerSettings.Given given, SamplerKind kind, long seed) {
        return NeuralModel.of(ScorerSettings.DEFAULT.withGiven(given), kind, Precision.DOUBLE, seed);
    }

    /** Returns members of different samplers. */
    private static List<Model> members(ScorerSettings.Given given) {
        return List.of(
                member(given, SamplerKind.SWS, SEED),
                member(given, SamplerKind.SWP, SEED + 5),
                member(given, SamplerKind.SWG, SEED + 10));
    }

    private static double mean(Stream<Double> logs) {
        return Math.log(logs.mapToDouble(Math::exp).average().orElseThrow());
    }

    @ParameterizedTest
    @EnumSource
    void probabilitiesOfStringsAndPairsAreMeans(ScorerSettings.Given given) {
        System.out.println("ensemble given " + given + ", seed " + SEED);
        LatticeBatch batch = new RandomPairs(SEED, 3, 60).batch(PAIRS);
        List<Model> members = members(given);
        try (Model ensemble = Model.ensemble(members);
                PointerScope scope = new PointerScope()) {
            List<ExactValues> exact = Exact.of(ensemble).values(batch);
            List<List<ExactValues>> ofMembers = members.stream()
                    .map(member -> Exact.of(member).values(batch))
                    .toList();
            for (int p = 0; p < PAIRS; p++) {
                int pair = p;
                assertThat(exact.get(p).logLikelihood())
                        .isCloseTo(
                                mean(ofMembers.stream()
                                        .map(values -> values.get(pair).logLikelihood())),
                                within(1e-9));
                assertThat(exact.get(p).samplerMass()).isCloseTo(1, within(1e-9));
            }
            List<List<int[]>> strings = new Exact(ensemble, 1_000, 7)
                    .paths(batch).stream()
                            .map(paths -> paths.stream()
                                    .map(path -> path.string().marks())
                                    .toList())
                            .toList();
            PrefixTree tree = PrefixTree.of(batch, strings);
            assertMeans(
                    tree,
                    logP(ensemble, tree),
                    members.stream().map(member -> logP(member, tree)).toList());
            assertMeans(
                    tree,
                    logQ(ensemble, tree),
                    members.stream().map(member -> logQ(member, tree)).toList());
        }
    }

    private static void assertMeans(PrefixTree tree, double[] ensemble, List<double[]> members) {
        for (int end = 0; end < tree.ends(); end++) {
            int string = end;
            assertThat(ensemble[end]).isCloseTo(mean(members.stream().map(member -> member[string])), within(1e-9));
        }
    }

    private static double[] logP(Model model, PrefixTree tree) {
        return tree.totals(model.scorer().score(tree, Pass.forward()).logProbabilities());
    }

    private static double[] logQ(Model model, PrefixTree tree) {
        return tree.totals(
                model.sampler().encode(tree.batch(), Pass.forward()).score(tree).logProbabilities());
    }

    /** Sampling and particle filters use walks, which are joined and advanced. */
    @ParameterizedTest
    @EnumSource
    void estimatesAreCloseToTheExactValues(ScorerSettings.Given given) {
        LatticeBatch batch = new RandomPairs(SEED + 1, 3, 60).batch(PAIRS);
        int[] keys = IntStream.range(0, PAIRS).toArray();
        try (Model ensemble = Model.ensemble(members(given))) {
            List<ExactValues> exact = Exact.of(ensemble).values(batch);
            List<Estimates> sampled = new Estimator(ensemble, 4_000, 32, SEED).estimate(batch, keys);
            List<SmcEstimate> filtered = new Smc(ensemble, 20, 5, 200, SEED).estimate(batch, keys);
            for (int p = 0; p < PAIRS; p++) {
                assertClose(sampled.get(p).partialKl(), exact.get(p).partialKl());
                assertClose(sampled.get(p).logLikelihood(), exact.get(p).logLikelihood());
                assertClose(filtered.get(p).logLikelihood(), exact.get(p).logLikelihood());
            }
        }
    }

    private static void assertClose(Estimate estimate, double value) {
        assertThat(estimate.value()).isCloseTo(value, within(4 * estimate.standardError() + 1e-5));
    }

    @Test
    void membersThatDoNotFitAreRefused() {
        try (Model joint = member(ScorerSettings.Given.NOTHING, SamplerKind.SWS, SEED);
                Model conditional = member(ScorerSettings.Given.INPUT, SamplerKind.SWS, SEED)) {
            assertThatThrownBy(() -> Model.ensemble(List.of(joint, conditional)))
                    .hasMessage("an ensemble cannot have joint and conditional members; take runs with the same "
                            + "scorer.given");
            assertThat(Model.ensemble(List.of(joint))).isSameAs(joint);
        }
    }
}
