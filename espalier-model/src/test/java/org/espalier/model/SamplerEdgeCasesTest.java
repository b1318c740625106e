package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.PointerScope;
import org.espalier.fst.Alphabet;
import org.espalier.fst.Lattice;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests samplers and scorers on the smallest lattices and vocabularies, and on cyclic lattices. */
class SamplerEdgeCasesTest {
    private static final long SEED = 20271;
    private static final int DRAWS = 40;

    /** The length of the longest strings on cycles that are compared with the reference, whose time is cubic in it. */
    private static final int LONGEST = 30;

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("org.espalier.model.SamplerCases#forCycles")
    void cyclicLatticesAreSampledAndScoredByTheEquations(SamplerSettings settings) {
        LatticeBatch batch = LatticeBatch.of(List.of(looping("a b", "c"), looping("", ""), looping("", "a")));
        assertThat(batch.isAcyclic()).isFalse();
        PathSampler sampler = SamplerCases.random(settings, Parameters.Precision.DOUBLE, SEED);
        ReferenceSampler reference = SamplerCases.reference(settings, sampler);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = sampler.parameters()) {
            PathSampler.Encoded encoded = sampler.encode(batch, Pass.forward());
            PathSampling.Samples samples = PathSampling.sample(encoded, DRAWS, streams(batch.pairs()));
            PrefixTree tree = samples.tree();
            double[] scored = encoded.score(tree).logProbabilities();
            double[] totals = tree.totals(scored);
            int[] drawn = new int[batch.pairs()];
            int compared = 0;
            for (int end = 0; end < tree.ends(); end++) {
                int pair = tree.pair(tree.endNode(end));
                drawn[pair] += tree.endCount(end);
                if (tree.length(end) <= LONGEST) {
                    compared++;
                    double expected = reference.logProbability(batch.lattices().get(pair), tree.string(end));
                    assertThat(totals[end]).as("seed %d, end %d", SEED, end).isCloseTo(expected, within(1e-9));
                }
            }
            assertThat(drawn).containsOnly(DRAWS);
            assertThat(compared).isGreaterThan(10);
            assertThat(samples.logQ()).hasSameSizeAs(scored);
            for (int event = 0; event < scored.length; event++) {
                assertThat(samples.logQ()[event]).isCloseTo(scored[event], within(1e-10));
            }
            int most = IntStream.range(0, tree.ends()).map(tree::length).max().orElse(0);
            assertThat(most).as("some string went around").isGreaterThan(4);
        }
    }

    @Test
    void transformerRefusesCyclicLattices() {
        SamplerSettings settings = SamplerSettings.of(SamplerKind.TRANSFORMER).withDimension(8);
        PathSampler sampler = SamplerCases.random(settings, Parameters.Precision.DOUBLE, SEED);
        LatticeBatch batch = LatticeBatch.of(List.of(looping("a", "a")));
        try (PointerScope scope = new PointerScope();
                Parameters parameters = sampler.parameters()) {
            assertThatThrownBy(() -> sampler.encode(batch, Pass.forward()))
                    .isInstanceOf(EspalierException.class)
                    .hasMessage(
                            "a pair cannot be sampled: its lattice is cyclic, which attention over arcs cannot take; "
                                    + "unroll it by setting lattice.maxMarks");
        }
    }

    @ParameterizedTest
    @MethodSource("org.espalier.model.SamplerCases#all")
    void stringsOfLatticesWithoutBranchPointsHaveProbabilityOne(SamplerSettings settings) {
        List<Lattice> single = List.of(copying("a b"), copying(""), copying("c"));
        for (List<Lattice> lattices : List.of(single, List.of(copying("")))) {
            assertSingleChoices(settings, LatticeBatch.of(lattices), SamplerCases.VOCABULARY);
        }
    }

    /** The machine has one mark, on an arc that reads and writes nothing, and empty input and output alphabets. */
    @ParameterizedTest
    @MethodSource("org.espalier.model.SamplerCases#all")
    void machineWithOneMarkAndNoOtherSymbolsIsSampled(SamplerSettings settings) {
        Mfst.Builder machine = Mfst.builder(Alphabet.of(), Alphabet.of(), Alphabet.of("m"));
        int begin = machine.state();
        int end = machine.state();
        machine.accept(begin).accept(end);
        machine.arc(begin, end, "", "", "m");
        Lattice lattice = Lattices.of(machine.build()).builder().build(new int[0], new int[0]);
        LatticeBatch batch = LatticeBatch.of(List.of(lattice));
        Vocabulary vocabulary = Vocabulary.of(lattice.machine());
        PathSampler sampler = SamplerCases.random(settings, vocabulary, Parameters.Precision.DOUBLE, SEED, 0.7);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = sampler.parameters()) {
            PrefixTree tree = SamplerCases.wholeTree(batch);
            assertThat(tree.ends()).isEqualTo(2);
            EventScores scores = sampler.encode(batch, Pass.differentiable()).score(tree);
            double[] logQ = tree.totals(scores.logProbabilities());
            assertThat(Math.exp(logQ[0]) + Math.exp(logQ[1])).isCloseTo(1, within(1e-12));
            assertThatCode(() -> scores.backward(new double[tree.events()])).doesNotThrowAnyException();
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("org.espalier.model.SamplerCases#gruOnly")
    void pairsWithoutStringsDoNotChangeScores(SamplerSettings settings) {
        LatticeBatch batch = new RandomPairs(SEED, 4, 60).batch(3);
        List<List<int[]>> strings = new ArrayList<>(
                List.of(List.of(), SamplerCases.strings(batch.lattices().get(1)), List.of()));
        PathSampler sampler = SamplerCases.random(settings, Parameters.Precision.DOUBLE, SEED);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = sampler.parameters()) {
            PrefixTree tree = PrefixTree.of(batch, strings);
            double[] logQ = tree.totals(
                    sampler.encode(batch, Pass.forward()).score(tree).logProbabilities());
            double total = Arrays.stream(logQ).map(Math::exp).sum();
            assertThat(total).as("seed %d", SEED).isCloseTo(1, within(1e-10));

            PrefixTree none = PrefixTree.of(batch, List.of(List.of(), List.of(), List.of()));
            EventScores ofNone = sampler.encode(batch, Pass.differentiable()).score(none);
            assertThat(ofNone.logProbabilities()).isEmpty();
            assertThatCode(() -> ofNone.backward(new double[0])).doesNotThrowAnyException();
        }
    }

    @ParameterizedTest
    @MethodSource("org.espalier.model.SamplerCases#gruOnly")
    void secondBackwardPassOfAnEncodingIsRefused(SamplerSettings settings) {
        LatticeBatch batch = new RandomPairs(SEED, 4, 60).batch(2);
        PathSampler sampler = SamplerCases.random(settings, Parameters.Precision.DOUBLE, SEED);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = sampler.parameters()) {
            PrefixTree tree = SamplerCases.wholeTree(batch);
            PathSampler.Encoded encoded = sampler.encode(batch, Pass.differentiable());
            EventScores first = encoded.score(tree);
            EventScores second = encoded.score(tree);
            double[] gradient = new double[tree.events()];
            first.backward(gradient);
            for (EventScores spent : List.of(first, second)) {
                assertThatThrownBy(() -> spent.backward(gradient))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("this pass has had its backward pass; make a new one for each gradient");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ScorerSettings.Kind.class)
    void scorersScoreTheEmptyString(ScorerSettings.Kind kind) {
        Torch.useThreads(1);
        ScorerSettings settings =
                new ScorerSettings(kind, ScorerSettings.Given.NOTHING, 4, 2, false, false, false, 2, 8);
        LatticeBatch batch = LatticeBatch.of(List.of(copying("")));
        PrefixTree tree = PrefixTree.of(batch, List.of(List.of(new int[0])));
        MarkScorer scorer =
                MarkScorer.create(settings, new Vocabulary(1, 1, batch.marks()), Parameters.Precision.DOUBLE, SEED);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = scorer.parameters();
                MarkScorer.ScoringWalk walk = scorer.walk(1)) {
            EventScores scores = scorer.score(tree, Pass.training(0.1));
            assertThat(scores.logProbabilities()).hasSize(1);
            assertThat(scores.logProbabilities()[0]).isCloseTo(walk.logProbabilities()[batch.marks()], within(1e-12));
            assertThatCode(() -> scores.backward(new double[] {1})).doesNotThrowAnyException();
        }
    }

    @Tag("slow")
    @Test
    void drawingStopsAtTheMaximumNumberOfMarks() {
        Mfst.Builder machine = Mfst.builder(RandomPairs.LETTERS, RandomPairs.LETTERS, RandomPairs.MARKS);
        int q = machine.state();
        machine.accept(q);
        machine.arc(q, q, new int[0], new int[0], new int[PathSampling.MAX_MARKS + 1]);
        LatticeBatch batch = LatticeBatch.of(List.of(lattice(machine.build(), "", "")));
        PathSampler.Encoded encoded = new TableSampler(SEED, 0).encode(batch, Pass.forward());
        assertThatThrownBy(() -> PathSampling.sample(encoded, DRAWS, streams(1)))
                .isInstanceOf(EspalierException.class)
                .hasMessage("a sampled string has more than 100000 marks: the lattice is cyclic; unroll it with"
                        + " maxMarks");
    }

    @Test
    void cycleThroughTooManyStatesIsRefused() {
        Mfst.Builder machine = Mfst.builder(RandomPairs.LETTERS, RandomPairs.LETTERS, RandomPairs.MARKS);
        int q = machine.state();
        machine.accept(q);
        machine.arc(q, q, new int[0], new int[0], new int[1001]);
        LatticeBatch batch = LatticeBatch.of(List.of(lattice(machine.build(), "", "")));
        PathSampler sampler =
                SamplerCases.random(SamplerSettings.of(SamplerKind.SWP), Parameters.Precision.DOUBLE, SEED);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = sampler.parameters()) {
            assertThatThrownBy(() -> sampler.encode(batch, Pass.forward()))
                    .isInstanceOf(EspalierException.class)
                    .hasMessage(
                            "a lattice has cycles through 1001 states, but samplers that look ahead along arcs solve"
                                    + " at most 1000 together; bound the length of mark strings with maxMarks");
        }
    }

    @Test
    void batchTooLargeForAnArrayIsRefused() {
        assertThat(LatticeBatch.index(Integer.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE);
        assertThatThrownBy(() -> LatticeBatch.index(1L << 31))
                .isInstanceOf(EspalierException.class)
                .hasMessage(
                        "a batch needs an array of 2147483648 numbers, but an array has at most 2147483647; use smaller"
                                + " batches (training.batch) or draw fewer strings (training.samples)");
    }

    private static void assertSingleChoices(SamplerSettings settings, LatticeBatch batch, Vocabulary vocabulary) {
        PathSampler sampler = SamplerCases.random(settings, vocabulary, Parameters.Precision.SINGLE, SEED, 0.7);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = sampler.parameters()) {
            PathSampler.Encoded encoded = sampler.encode(
                    batch,
                    Pass.training(
                            0.1, 0.1, SEED, IntStream.range(0, batch.pairs()).toArray()));
            PathSampling.Samples samples = PathSampling.sample(encoded, 3, streams(batch.pairs()));
            assertThat(samples.tree().ends()).isEqualTo(batch.pairs());
            assertThat(samples.logQ()).containsOnly(0);
            EventScores scores = encoded.score(samples.tree());
            assertThat(scores.logProbabilities()).containsOnly(0);
            double[] gradient = new double[samples.tree().events()];
            Arrays.fill(gradient, 1);
            assertThatCode(() -> scores.backward(gradient)).doesNotThrowAnyException();
        }
    }

    /** Returns a machine that copies x to y, with cycles of one and two marks that read and write nothing. */
    private static Lattice looping(String x, String y) {
        Mfst.Builder machine = Mfst.builder(RandomPairs.LETTERS, RandomPairs.LETTERS, RandomPairs.MARKS);
        int q = machine.state();
        int around = machine.state();
        machine.accept(q);
        machine.arc(q, q, "", "", "more");
        machine.arc(q, around, "", "", "cipher1");
        machine.arc(around, q, "", "", "cipher2");
        for (String a : RandomPairs.LETTERS.symbols()) {
            machine.arc(q, q, a, "", "delete " + a);
            machine.arc(q, q, "", a, "insert " + a);
        }
        return lattice(machine.build(), x, y);
    }

    private static Lattice copying(String x) {
        Mfst.Builder machine = Mfst.builder(RandomPairs.LETTERS, RandomPairs.LETTERS, RandomPairs.MARKS);
        int q = machine.state();
        machine.accept(q);
        for (String a : RandomPairs.LETTERS.symbols()) {
            machine.arc(q, q, a, a, "copy " + a);
        }
        return lattice(machine.build(), x, x);
    }

    private static Lattice lattice(Mfst machine, String x, String y) {
        return Lattices.of(machine).builder().build(ids(x), ids(y));
    }

    private static int[] ids(String symbols) {
        return symbols.chars()
                .filter(c -> c != ' ')
                .map(c -> RandomPairs.LETTERS.id(Character.toString(c)))
                .toArray();
    }

    private static RandomGenerator[] streams(int pairs) {
        return IntStream.range(0, pairs)
                .mapToObj(p -> new SplittableRandom(SEED + p))
                .toArray(RandomGenerator[]::new);
    }
}
