package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.espalier.fst.Lattice;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that the results for a pair are bit-identical whatever other pairs are in its batch. So the pairs of a file
 * can be reordered, or distributed over machines, without changing any result.
 */
@Tag("slow")
class BatchIndependenceTest {
    private static final long SEED = 20260;
    private static final int PAIRS = 16;
    private static final int SAMPLES = 16;

    static Stream<SamplerSettings> samplers() {
        return SamplerCases.all()
                .flatMap(settings -> Stream.of(12, 64, 256).map(settings::withDimension))
                .filter(settings -> settings.history() != HistoryMode.RERUN || settings.dimension() < 256);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("samplers")
    void drawsOfAPairDoNotDependOnItsBatch(SamplerSettings settings) {
        PathSampler sampler =
                SamplerCases.random(settings, SamplerCases.VOCABULARY, Parameters.Precision.SINGLE, SEED, 0.3);
        try (Parameters parameters = sampler.parameters()) {
            assertThat(inOneBatch(sampler, lattices())).as("seed %d", SEED).isEqualTo(oneByOne(sampler, lattices()));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("samplersOnCycles")
    void drawsOfAPairDoNotDependOnItsBatchOnCycles(SamplerSettings settings) {
        List<Lattice> mixed = new ArrayList<>(new RandomPairs(SEED, 4, 300).nextCyclic(PAIRS));
        mixed.addAll(new RandomPairs(SEED, 4, 300).next(PAIRS / 4));
        PathSampler sampler =
                SamplerCases.random(settings, SamplerCases.VOCABULARY, Parameters.Precision.SINGLE, SEED, 0.1);
        try (Parameters parameters = sampler.parameters()) {
            assertThat(inOneBatch(sampler, mixed)).as("seed %d", SEED).isEqualTo(oneByOne(sampler, mixed));
        }
    }

    static Stream<SamplerSettings> samplersOnCycles() {
        return SamplerCases.gruOnly()
                .filter(settings -> SamplerCases.structured(settings.kind()))
                .map(settings -> settings.withDimension(64));
    }

    static Stream<ScorerSettings> scorers() {
        return Stream.of(ScorerSettings.Kind.values())
                .map(kind -> new ScorerSettings(kind, ScorerSettings.Given.NOTHING, 256, 2, false, false, false, 4, 64))
                .flatMap(joint -> Stream.of(
                        joint,
                        joint.withGiven(ScorerSettings.Given.INPUT),
                        joint.withGiven(ScorerSettings.Given.INPUT).withAttention(true),
                        joint.withGiven(ScorerSettings.Given.INPUT).withTied(true)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("scorers")
    void scoresOfAPairDoNotDependOnItsBatch(ScorerSettings settings) {
        MarkScorer scorer = MarkScorer.create(settings, RandomPairs.VOCABULARY, Parameters.Precision.SINGLE, SEED);
        try (Parameters parameters = scorer.parameters()) {
            assertThat(scored(scorer, LatticeBatch.of(lattices())))
                    .as("seed %d", SEED)
                    .isEqualTo(lattices().stream()
                            .flatMap(lattice -> scored(scorer, LatticeBatch.of(List.of(lattice))).stream())
                            .toList());
        }
    }

    private static List<String> scored(MarkScorer scorer, LatticeBatch batch) {
        try (PointerScope scope = new PointerScope()) {
            PrefixTree tree = SamplerCases.wholeTree(batch);
            double[] totals = tree.totals(scorer.score(tree, Pass.forward()).logProbabilities());
            return byPair(batch, tree, end -> "" + totals[end]);
        }
    }

    private static List<Lattice> lattices() {
        return new RandomPairs(SEED, 6, 5000).next(PAIRS);
    }

    private static List<String> inOneBatch(PathSampler sampler, List<Lattice> lattices) {
        return drawn(sampler, LatticeBatch.of(lattices));
    }

    private static List<String> oneByOne(PathSampler sampler, List<Lattice> lattices) {
        return lattices.stream()
                .flatMap(lattice -> drawn(sampler, LatticeBatch.of(List.of(lattice))).stream())
                .toList();
    }

    /** Returns, for each pair, the strings drawn, each with its log q when it was drawn and when it was scored. */
    private static List<String> drawn(PathSampler sampler, LatticeBatch batch) {
        try (PointerScope scope = new PointerScope()) {
            PathSampling.Samples samples = PathSampling.sample(sampler, batch, SAMPLES, streams(batch));
            PrefixTree tree = samples.tree();
            double[] drawing = tree.totals(samples.logQ());
            double[] scoring = tree.totals(
                    sampler.encode(batch, Pass.forward()).score(tree).logProbabilities());
            return byPair(batch, tree, end -> drawing[end] + " " + scoring[end]);
        }
    }

    private static List<String> byPair(LatticeBatch batch, PrefixTree tree, IntFunction<String> ofEnd) {
        List<TreeMap<String, String>> result = new ArrayList<>();
        batch.lattices().forEach(lattice -> result.add(new TreeMap<>()));
        for (int end = 0; end < tree.ends(); end++) {
            result.get(tree.pair(tree.endNode(end))).put(Arrays.toString(tree.string(end)), ofEnd.apply(end));
        }
        return result.stream().map(TreeMap::toString).toList();
    }

    private static RandomGenerator[] streams(LatticeBatch batch) {
        return batch.lattices().stream()
                .map(lattice -> new SplittableRandom(Arrays.hashCode(lattice.output())))
                .toArray(RandomGenerator[]::new);
    }
}
