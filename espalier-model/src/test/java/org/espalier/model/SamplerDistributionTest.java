package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bytedeco.javacpp.PointerScope;
import org.espalier.fst.Lattice;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that q is a distribution over the strings of a lattice, as defined by the paper's equations. */
class SamplerDistributionTest {
    private static final long SEED = 20231;
    private static final int SHORT = 6;
    private static final int LONG = 20_000;

    @ParameterizedTest
    @MethodSource("org.espalier.model.SamplerCases#all")
    void probabilitiesOfAllStringsSumToOne(SamplerSettings settings) {
        sumsToOne(settings, Parameters.Precision.DOUBLE, 1e-10);
        sumsToOne(settings, Parameters.Precision.SINGLE, 1e-5);
    }

    private static void sumsToOne(SamplerSettings settings, Parameters.Precision precision, double tolerance) {
        LatticeBatch batch = new RandomPairs(SEED, 4, 150).batch(8);
        PathSampler sampler = SamplerCases.random(settings, precision, SEED);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = sampler.parameters()) {
            PrefixTree tree = SamplerCases.wholeTree(batch);
            double[] logQ = tree.totals(
                    sampler.encode(batch, Pass.forward()).score(tree).logProbabilities());
            double[] total = new double[batch.pairs()];
            for (int end = 0; end < tree.ends(); end++) {
                total[tree.pair(tree.endNode(end))] += Math.exp(logQ[end]);
            }
            for (int p = 0; p < batch.pairs(); p++) {
                assertThat(total[p])
                        .as("seed %d, pair %d, %s", SEED, p, precision)
                        .isCloseTo(1, within(tolerance));
            }
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("org.espalier.model.SamplerCases#all")
    void logProbabilitiesEqualThoseOfThePapersEquations(SamplerSettings settings) {
        LatticeBatch batch = new RandomPairs(SEED + 1, 4, 60).batch(6);
        PathSampler sampler = SamplerCases.random(settings, Parameters.Precision.DOUBLE, SEED + 1);
        ReferenceSampler reference = SamplerCases.reference(settings, sampler);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = sampler.parameters()) {
            PrefixTree tree = SamplerCases.wholeTree(batch);
            PathSampler.Encoded encoded = sampler.encode(batch, Pass.forward());
            double[] scored = encoded.score(tree).logProbabilities();
            double[] walked = SamplerCases.walked(encoded, tree);
            for (int event = 0; event < tree.events(); event++) {
                int node = tree.prefix(event);
                Lattice lattice = batch.lattices().get(tree.pair(node));
                int[] prefix = SamplerCases.prefix(tree, node);
                double expected = reference
                        .logProbabilities(lattice, prefix)
                        .getOrDefault(tree.symbol(event), Double.NEGATIVE_INFINITY);
                String what = "seed " + (SEED + 1) + ", " + lattice + ", symbol " + tree.symbol(event) + " after "
                        + Arrays.toString(prefix);
                assertThat(scored[event]).as(what).isCloseTo(expected, within(1e-9));
                assertThat(walked[event]).as(what).isCloseTo(expected, within(1e-9));
            }
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("org.espalier.model.SamplerCases#gruOnly")
    void probabilitiesOfAPairDoNotDependOnTheBatch(SamplerSettings settings) {
        LatticeBatch together = new RandomPairs(SEED + 2, 4, 100).batch(12);
        PathSampler sampler = SamplerCases.random(settings, Parameters.Precision.DOUBLE, SEED + 2);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = sampler.parameters()) {
            List<List<Double>> inABatch = SamplerCases.logQ(sampler, together);
            for (int p = 0; p < together.pairs(); p++) {
                LatticeBatch alone = LatticeBatch.of(List.of(together.lattices().get(p)));
                List<Double> expected = SamplerCases.logQ(sampler, alone).get(0);
                for (int i = 0; i < expected.size(); i++) {
                    assertThat(inABatch.get(p).get(i))
                            .as("seed %d, pair %d, string %d", SEED + 2, p, i)
                            .isCloseTo(expected.get(i), within(1e-12));
                }
            }
        }
    }

    /** The probability of all strings up to a length grows towards 1, and is the sum over the strings. */
    @Tag("slow")
    @ParameterizedTest
    @MethodSource("org.espalier.model.SamplerCases#markovForCycles")
    void probabilitiesOfInfinitelyManyStringsSumToOne(SamplerSettings settings) {
        List<Lattice> lattices = new RandomPairs(SEED + 4).nextCyclic(15);
        PathSampler sampler = SamplerCases.random(settings, Parameters.Precision.DOUBLE, SEED + 4);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = sampler.parameters()) {
            LatticeBatch batch = LatticeBatch.of(lattices);
            PathSampler.Encoded encoded = sampler.encode(batch, Pass.forward());
            List<List<int[]>> strings = lattices.stream()
                    .map(lattice -> SamplerCases.strings(lattice, SHORT))
                    .toList();
            PrefixTree tree = PrefixTree.of(batch, strings);
            double[] logQ = tree.totals(encoded.score(tree).logProbabilities());
            double[] ofShort = new double[batch.pairs()];
            for (int end = 0; end < tree.ends(); end++) {
                ofShort[tree.pair(tree.endNode(end))] += Math.exp(logQ[end]);
            }
            for (int p = 0; p < batch.pairs(); p++) {
                String what = "seed " + (SEED + 4) + ", pair " + p;
                double[] ended = endedByLength(encoded, p);
                assertThat(ended[SHORT]).as(what).isCloseTo(ofShort[p], within(1e-12));
                assertThat(ended[SHORT]).as(what).isLessThan(1 - 1e-6);
                assertThat(ended[LONG]).as(what).isCloseTo(1, within(1e-9));
            }
        }
    }

    /** Returns for each length the probability of all strings up to that length, if q depends on the state alone. */
    private static double[] endedByLength(PathSampler.Encoded encoded, int pair) {
        LatticeBatch batch = encoded.batch();
        Map<Integer, double[]> ofState = new TreeMap<>();
        collectChoices(encoded.walk(new int[] {pair}), batch, ofState);
        double[] ended = new double[LONG + 1];
        double[] alive = new double[batch.states()];
        alive[batch.root(pair)] = 1;
        for (int length = 0; length <= LONG; length++) {
            ended[length] = length == 0 ? 0 : ended[length - 1];
            double[] next = new double[alive.length];
            for (Map.Entry<Integer, double[]> entry : ofState.entrySet()) {
                int state = entry.getKey();
                for (int choice = 0; choice < batch.choices(state); choice++) {
                    double p = alive[state] * Math.exp(entry.getValue()[choice]);
                    if (choice < batch.degree(state)) {
                        next[batch.target(batch.arc(state, choice))] += p;
                    } else {
                        ended[length] += p;
                    }
                }
            }
            alive = next;
        }
        return ended;
    }

    private static void collectChoices(
            PathSampler.SamplingWalk walk, LatticeBatch batch, Map<Integer, double[]> ofState) {
        int state = walk.state(0);
        if (ofState.putIfAbsent(state, walk.logProbabilities()) == null) {
            for (int rank = 0; rank < batch.degree(state); rank++) {
                collectChoices(walk.advance(new int[] {0}, new int[] {rank}), batch, ofState);
            }
        }
    }

    /** With w = 0 all arcs have weight 1, so all strings are equally probable. */
    @ParameterizedTest
    @MethodSource("org.espalier.model.SamplerCases#markov")
    void zeroWeightsMakeAllPathsEquallyProbable(SamplerSettings settings) {
        LatticeBatch batch = new RandomPairs(SEED + 3).batch(10);
        PathSampler sampler = SamplerCases.random(settings, Parameters.Precision.DOUBLE, SEED + 3);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = sampler.parameters()) {
            ReferenceParameters.of(parameters)
                    .with("arc.weight", new double[settings.dimension()])
                    .putInto(parameters);
            for (List<Double> ofPair : SamplerCases.logQ(sampler, batch)) {
                assertThat(ofPair)
                        .allSatisfy(logQ -> assertThat(logQ)
                                .as("seed %d", SEED + 3)
                                .isCloseTo(-Math.log(ofPair.size()), within(1e-12)));
            }
        }
    }
}
