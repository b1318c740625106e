package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import org.bytedeco.javacpp.PointerScope;
import org.espalier.fst.Lattice;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares gradients of Σ g·log q over the events of a tree with differences of the slow transcription. */
class SamplerGradientTest {
    private static final long SEED = 20251;

    @ParameterizedTest
    @MethodSource("org.espalier.model.SamplerCases#all")
    void gradientsEqualFiniteDifferences(SamplerSettings settings) {
        compareAcyclic(settings, Pass.differentiable(), SEED);
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("org.espalier.model.SamplerCases#all")
    void gradientsOfSmoothedLogProbabilitiesEqualFiniteDifferences(SamplerSettings settings) {
        compareAcyclic(settings, Pass.training(0.2), SEED + 1);
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("org.espalier.model.SamplerCases#gruForCycles")
    void gradientsOnCyclesEqualFiniteDifferences(SamplerSettings settings) {
        List<Lattice> lattices = new RandomPairs(SEED + 4, 3, 25).nextCyclic(5);
        Random random = new Random(SEED + 4);
        List<List<int[]>> strings = new ArrayList<>();
        for (Lattice lattice : lattices) {
            List<int[]> some = new ArrayList<>(SamplerCases.strings(lattice, 7));
            Collections.shuffle(some, random);
            strings.add(some.stream().limit(8).toList());
        }
        assertThat(strings).allSatisfy(some -> assertThat(some).isNotEmpty());
        LatticeBatch batch = LatticeBatch.of(lattices);
        compare(settings, Pass.training(0.2), SEED + 4, batch, PrefixTree.of(batch, strings));
    }

    private static void compareAcyclic(SamplerSettings settings, Pass pass, long seed) {
        LatticeBatch batch = new RandomPairs(seed, 3, 25).batch(4);
        compare(settings, pass, seed, batch, SamplerCases.wholeTree(batch));
    }

    private static void compare(SamplerSettings settings, Pass pass, long seed, LatticeBatch batch, PrefixTree tree) {
        PathSampler sampler = SamplerCases.random(settings, Parameters.Precision.DOUBLE, seed);
        SplittableRandom random = new SplittableRandom(seed);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = sampler.parameters()) {
            double[] gradient = new double[tree.events()];
            Arrays.setAll(gradient, event -> random.nextInt(3) == 0 ? 0 : random.nextGaussian());
            sampler.encode(batch, pass).score(tree).backward(gradient);
            FiniteDifferences.assertGradient(
                    ReferenceParameters.gradientsOf(parameters),
                    ReferenceParameters.of(parameters),
                    numbers -> objective(
                            SamplerCases.reference(settings, numbers), batch, tree, gradient, pass.labelSmoothing()),
                    random,
                    "seed " + seed);
        }
    }

    private static double objective(
            ReferenceSampler reference, LatticeBatch batch, PrefixTree tree, double[] gradient, double smoothing) {
        Map<Integer, Map<Integer, Double>> known = new HashMap<>();
        double total = 0;
        for (int event = 0; event < gradient.length; event++) {
            if (gradient[event] != 0) {
                int node = tree.prefix(event);
                Lattice lattice = batch.lattices().get(tree.pair(node));
                Map<Integer, Double> logQ = known.computeIfAbsent(
                        node, n -> reference.logProbabilities(lattice, SamplerCases.prefix(tree, n)));
                double own = logQ.getOrDefault(tree.symbol(event), Double.NaN);
                total += gradient[event] * ((1 - smoothing) * own + smoothing * mean(logQ.values()));
            }
        }
        return total;
    }

    private static double mean(Collection<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    /** A training step may run several backward passes before it updates the parameters. */
    @ParameterizedTest
    @MethodSource("org.espalier.model.SamplerCases#gruOnly")
    void gradientsOfSeveralPassesAddUp(SamplerSettings settings) {
        LatticeBatch batch = new RandomPairs(SEED + 2, 3, 25).batch(3);
        PathSampler sampler = SamplerCases.random(settings, Parameters.Precision.DOUBLE, SEED + 2);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = sampler.parameters()) {
            PrefixTree tree = SamplerCases.wholeTree(batch);
            double[] ones = new double[tree.events()];
            Arrays.fill(ones, 1);
            sampler.encode(batch, Pass.differentiable()).score(tree).backward(ones);
            ReferenceParameters once = ReferenceParameters.gradientsOf(parameters);
            sampler.encode(batch, Pass.differentiable()).score(tree).backward(ones);
            ReferenceParameters twice = ReferenceParameters.gradientsOf(parameters);
            for (String name : once.names()) {
                assertThat(twice.values(name))
                        .as(name)
                        .containsExactly(Vectors.scaled(2, once.values(name)), within(1e-10));
            }
        }
    }

    /** A training step draws from the encoding whose backward pass it runs. */
    @ParameterizedTest
    @MethodSource("org.espalier.model.SamplerCases#gruOnly")
    void drawingFromAnEncodingDoesNotChangeItsGradient(SamplerSettings settings) {
        LatticeBatch batch = new RandomPairs(SEED + 3, 3, 25).batch(3);
        PathSampler sampler = SamplerCases.random(settings, Parameters.Precision.DOUBLE, SEED + 3);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = sampler.parameters()) {
            PrefixTree tree = SamplerCases.wholeTree(batch);
            double[] ones = new double[tree.events()];
            Arrays.fill(ones, 1);
            sampler.encode(batch, Pass.differentiable()).score(tree).backward(ones);
            ReferenceParameters expected = ReferenceParameters.gradientsOf(parameters);
            parameters.zeroGradients();
            PathSampler.Encoded encoded = sampler.encode(batch, Pass.differentiable());
            SamplerCases.walked(encoded, tree);
            encoded.score(tree).backward(ones);
            ReferenceParameters gradients = ReferenceParameters.gradientsOf(parameters);
            for (String name : expected.names()) {
                assertThat(gradients.values(name)).as(name).containsExactly(expected.values(name), within(1e-12));
            }
        }
    }
}
