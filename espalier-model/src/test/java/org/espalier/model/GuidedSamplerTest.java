package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.espalier.fst.Alphabet;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** SWG with every kind of scorer; {@link SamplerDistributionTest} compares it with its definition for the paper's. */
class GuidedSamplerTest {
    private static final long SEED = 711;
    private static final Alphabet LETTERS = Alphabet.of("a", "b");
    private static final Alphabet MARKS = Alphabet.of("a", "b", "delete", "insert", "substitute");

    /** The number of marks of two deletions and two insertions, the longest string of a pair. */
    private static final int LONGEST = 8;

    static Stream<ScorerSettings> scorers() {
        return Stream.of(ScorerSettings.Kind.values())
                .flatMap(kind -> Stream.of(
                        new ScorerSettings(kind, ScorerSettings.Given.NOTHING, 4, 2, false, false, false, 2, LONGEST),
                        new ScorerSettings(kind, ScorerSettings.Given.INPUT, 4, 2, true, false, false, 2, LONGEST),
                        new ScorerSettings(kind, ScorerSettings.Given.INPUT, 4, 2, true, true, false, 2, LONGEST)));
    }

    private static Mfst machine() {
        Mfst.Builder machine = Mfst.builder(LETTERS, LETTERS, MARKS);
        int state = machine.state();
        machine.accept(state);
        for (String a : LETTERS.symbols()) {
            machine.arc(state, state, a, "", "delete " + a);
            machine.arc(state, state, "", a, "insert " + a);
            for (String b : LETTERS.symbols()) {
                machine.arc(state, state, a, b, "substitute " + a + " " + b);
            }
        }
        return machine.build();
    }

    private static LatticeBatch batch(Mfst machine) {
        SplittableRandom random = new SplittableRandom(SEED);
        Lattices lattices = Lattices.of(machine);
        return LatticeBatch.of(IntStream.range(0, 3)
                .mapToObj(k -> lattices.builder().build(string(random), string(random)))
                .toList());
    }

    private static int[] string(SplittableRandom random) {
        return random.ints(2, 0, LETTERS.size()).toArray();
    }

    private static MarkScorer scorer(ScorerSettings settings, Mfst machine) {
        Torch.useThreads(1);
        MarkScorer scorer = MarkScorer.create(settings, machine, Parameters.Precision.DOUBLE, SEED);
        randomize(scorer.parameters());
        return scorer;
    }

    private static void randomize(Parameters parameters) {
        ReferenceParameters.of(parameters)
                .random(0.6, new SplittableRandom(SEED))
                .putInto(parameters);
    }

    private static PathSampler sampler(MarkScorer scorer, Mfst machine) {
        return PathSampler.create(
                SamplerSettings.of(SamplerKind.SWG).withDimension(4), Vocabulary.of(machine), scorer, SEED);
    }

    @ParameterizedTest
    @MethodSource("scorers")
    void walkGivesTheProbabilitiesOfThePassOverATree(ScorerSettings settings) {
        System.out.println("seed " + SEED);
        Mfst machine = machine();
        LatticeBatch batch = batch(machine);
        PathSampler sampler = sampler(scorer(settings, machine), machine);
        randomize(sampler.parameters());
        try (PointerScope scope = new PointerScope()) {
            PrefixTree tree = SamplerCases.wholeTree(batch);
            PathSampler.Encoded encoded = sampler.encode(batch, Pass.forward());
            double[] logQ = encoded.score(tree).logProbabilities();
            assertThat(SamplerCases.walked(encoded, tree)).containsExactly(logQ, within(1e-9));
            double[] sums = new double[batch.pairs()];
            double[] ofStrings = tree.totals(logQ);
            for (int end = 0; end < tree.ends(); end++) {
                sums[tree.pair(tree.endNode(end))] += Math.exp(ofStrings[end]);
            }
            assertThat(sums)
                    .satisfies(all ->
                            Arrays.stream(all).forEach(sum -> assertThat(sum).isCloseTo(1, within(1e-9))));
        }
    }

    @ParameterizedTest
    @MethodSource("scorers")
    void scoresOfTheScorerAreThoseOfItsOwnPass(ScorerSettings settings) {
        System.out.println("seed " + SEED);
        Mfst machine = machine();
        LatticeBatch batch = batch(machine);
        MarkScorer scorer = scorer(settings, machine);
        PathSampler sampler = sampler(scorer, machine);
        randomize(sampler.parameters());
        try (PointerScope scope = new PointerScope()) {
            PathSampler.Encoded encoded = sampler.encode(batch, Pass.forward());
            PathSampling.Samples samples = PathSampling.sample(
                    encoded,
                    4,
                    IntStream.range(0, batch.pairs())
                            .mapToObj(pair -> new SplittableRandom(SEED + pair))
                            .toArray(SplittableRandom[]::new));
            double[] own = scorer.score(samples.tree(), Pass.forward()).logProbabilities();
            assertThat(encoded.score(samples.tree()).logP().orElseThrow()).containsExactly(own, within(1e-9));
            assertThat(samples.logP().orElseThrow()).containsExactly(own, within(1e-9));
        }
    }

    @ParameterizedTest
    @MethodSource("scorers")
    void untrainedSamplerLooksOneMarkAhead(ScorerSettings settings) {
        System.out.println("seed " + SEED);
        Mfst machine = machine();
        LatticeBatch batch = batch(machine);
        MarkScorer scorer = scorer(settings, machine);
        PathSampler sampler = sampler(scorer, machine);
        try (PointerScope scope = new PointerScope()) {
            PrefixTree tree = SamplerCases.wholeTree(batch);
            double[] p = Arrays.stream(scorer.score(tree, Pass.forward()).logProbabilities())
                    .map(Math::exp)
                    .toArray();
            double[] ofChoices = sums(tree, p);
            double[] expected = new double[p.length];
            Arrays.setAll(
                    expected,
                    event -> p[event]
                            * (tree.symbol(event) == batch.marks()
                                    ? 1
                                    : ofChoices[child(tree, tree.prefix(event), tree.symbol(event))]));
            double[] totals = sums(tree, expected);
            double[] found = SamplerCases.walked(sampler.encode(batch, Pass.forward()), tree);
            for (int event = 0; event < found.length; event++) {
                assertThat(Math.exp(found[event]))
                        .isCloseTo(expected[event] / totals[tree.prefix(event)], within(1e-9));
            }
        }
    }

    /** Returns the sum over the events after each node of a tree. */
    private static double[] sums(PrefixTree tree, double[] ofEvents) {
        double[] result = new double[tree.nodes()];
        for (int event = 0; event < ofEvents.length; event++) {
            result[tree.prefix(event)] += ofEvents[event];
        }
        return result;
    }

    private static int child(PrefixTree tree, int node, int mark) {
        return IntStream.range(0, tree.nodes())
                .filter(each -> tree.parent(each) == node && tree.mark(each) == mark)
                .findFirst()
                .orElseThrow();
    }
}
