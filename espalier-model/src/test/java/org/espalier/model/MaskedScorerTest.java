package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.espalier.fst.Alphabet;
import org.espalier.fst.Lattices;
import org.espalier.fst.LegalMarks;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.search.BeamSearch;
import org.espalier.model.search.FoundOutput;
import org.espalier.model.search.FoundOutputs;
import org.espalier.model.search.SearchSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares masked scorers with scorers of equal parameters that are not, renormalized over the marks that x allows. */
class MaskedScorerTest {
    private static final long SEED = 20310;
    private static final Alphabet LETTERS = Alphabet.of("a", "b", "c");
    private static final Alphabet MARKS = Alphabet.of("a", "b", "c", "delete", "insert", "substitute", "unused");
    private static final int EOS = MARKS.size();

    static Stream<ScorerSettings> masked() {
        return Stream.of(ScorerSettings.Kind.values())
                .map(kind -> new ScorerSettings(kind, ScorerSettings.Given.INPUT, 4, 2, true, true, false, 2, 30));
    }

    /** @param insertions whether outputs may be longer than inputs, without limit */
    private static Mfst machine(boolean insertions) {
        Mfst.Builder machine = Mfst.builder(LETTERS, LETTERS, MARKS);
        int state = machine.state();
        machine.accept(state);
        for (String a : LETTERS.symbols()) {
            machine.arc(state, state, a, "", "delete " + a);
            if (insertions) {
                machine.arc(state, state, "", a, "insert " + a);
            }
            for (String b : LETTERS.symbols()) {
                machine.arc(state, state, a, b, "substitute " + a + " " + b);
            }
        }
        return machine.build();
    }

    private static MarkScorer random(ScorerSettings settings, Mfst machine) {
        Torch.useThreads(1);
        MarkScorer scorer = MarkScorer.create(settings, machine, Parameters.Precision.DOUBLE, SEED);
        ReferenceParameters.of(scorer.parameters())
                .random(0.6, new SplittableRandom(SEED))
                .putInto(scorer.parameters());
        return scorer;
    }

    private static int[] string(int length, SplittableRandom random) {
        return random.ints(length, 0, LETTERS.size()).toArray();
    }

    private static PrefixTree tree(Mfst machine) {
        SplittableRandom random = new SplittableRandom(SEED);
        Lattices lattices = Lattices.of(machine);
        return SamplerCases.wholeTree(LatticeBatch.of(IntStream.range(0, 4)
                .mapToObj(k -> lattices.builder().build(string(2, random), string(2, random)))
                .toList()));
    }

    /** Returns log p of each event: that of a scorer without a mask, minus that of all symbols that the input allows. */
    private static double[] expected(MarkScorer unmasked, Mfst machine, PrefixTree tree) {
        LegalMarks marks = LegalMarks.of(Lattices.of(machine));
        double[] normalizer = new double[tree.nodes()];
        MarkScorer.ScoringWalk walk =
                unmasked.walk(InputPlaces.of(unmasked, tree.batch(), Arrays.copyOf(tree.states(), tree.pairs())));
        int[] states = new int[tree.nodes()];
        for (int depth = 0; depth < tree.depths(); depth++) {
            double[] all = walk.logProbabilities();
            int first = tree.firstNode(depth);
            for (int node = first; node < tree.firstNode(depth + 1); node++) {
                states[node] = depth == 0 ? marks.initial() : marks.next(states[tree.parent(node)], tree.mark(node));
                List<Double> legal = new ArrayList<>();
                int row = (node - first) * (EOS + 1);
                marks.of(tree.batch().lattices().get(tree.pair(node)).input())
                        .forEach(
                                states[node],
                                tree.batch().inputPosition(tree.state(node)),
                                symbol -> legal.add(Math.exp(all[row + symbol])));
                normalizer[node] = Math.log(legal.stream().mapToDouble(p -> p).sum());
            }
            if (depth + 1 < tree.depths()) {
                int[] nodes = IntStream.range(tree.firstNode(depth + 1), tree.firstNode(depth + 2))
                        .toArray();
                walk = walk.advance(
                        Arrays.stream(nodes)
                                .map(node -> tree.parent(node) - first)
                                .toArray(),
                        Arrays.stream(nodes).map(tree::mark).toArray(),
                        row -> tree.batch().inputPosition(tree.state(nodes[row])));
            }
        }
        double[] result = unmasked.score(tree, Pass.forward()).logProbabilities();
        Arrays.setAll(result, event -> result[event] - normalizer[tree.prefix(event)]);
        return result;
    }

    @ParameterizedTest
    @MethodSource("masked")
    void probabilitiesAreThoseOfTheLegalMarksRenormalized(ScorerSettings settings) {
        Mfst machine = machine(true);
        MarkScorer scorer = random(settings, machine);
        MarkScorer unmasked = random(settings.withMasked(false), machine);
        try (PointerScope scope = new PointerScope();
                Parameters first = scorer.parameters();
                Parameters second = unmasked.parameters()) {
            PrefixTree tree = tree(machine);
            double[] expected = expected(unmasked, machine, tree);
            assertThat(scorer.score(tree, Pass.forward()).logProbabilities())
                    .as("seed %d", SEED)
                    .containsExactly(expected, within(1e-9));
            try (MarkScorer.ScoringWalk walk =
                    scorer.walk(InputPlaces.of(scorer, tree.batch(), Arrays.copyOf(tree.states(), tree.pairs())))) {
                double[] ofStart = walk.logProbabilities();
                for (int event = 0; event < tree.events() && tree.prefix(event) < tree.pairs(); event++) {
                    assertThat(ofStart[tree.prefix(event) * (EOS + 1) + tree.symbol(event)])
                            .isCloseTo(expected[event], within(1e-9));
                }
            }
        }
    }

    /** Enumerates every mark string of x through the machine, which is finite without insertions. */
    @ParameterizedTest
    @MethodSource("masked")
    void probabilitiesOfAllOutputsOfAnInputAddUpToOne(ScorerSettings settings) {
        Mfst machine = machine(false);
        Lattices lattices = Lattices.of(machine);
        MarkScorer scorer = random(settings, machine);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = scorer.parameters()) {
            int[] x = {2, 0};
            SearchSettings search =
                    SearchSettings.DEFAULT.withBeam(1000).withThreshold(0).withNBest(1000);
            FoundOutputs found =
                    new BeamSearch(lattices, scorer, search).search(List.of(x)).get(0);
            assertThat(found.outputs()).hasSize(1 + 3 + 9);
            assertThat(found.outputs().stream()
                            .mapToDouble(output -> Math.exp(output.logP()))
                            .sum())
                    .isCloseTo(1, within(1e-9));
            for (FoundOutput output : found.outputs()) {
                PrefixTree tree = SamplerCases.wholeTree(
                        LatticeBatch.of(List.of(lattices.builder().build(x, output.output()))));
                double[] ofStrings =
                        tree.totals(scorer.score(tree, Pass.forward()).logProbabilities());
                assertThat(Arrays.stream(ofStrings).map(Math::exp).sum())
                        .isCloseTo(Math.exp(output.logP()), within(1e-9));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("masked")
    void gradientsEqualFiniteDifferences(ScorerSettings settings) {
        Mfst machine = machine(true);
        MarkScorer scorer = random(settings, machine);
        SplittableRandom random = new SplittableRandom(SEED + 1);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = scorer.parameters()) {
            PrefixTree tree = tree(machine);
            double[] gradient = new double[tree.events()];
            Arrays.setAll(gradient, event -> random.nextGaussian());
            scorer.score(tree, Pass.differentiable()).backward(gradient);
            parameters.tensors().forEach((name, tensor) -> {
                double[] found = Torch.doubles(tensor.grad().reshape(-1));
                for (int k = 0; k < 4; k++) {
                    int at = random.nextInt(found.length);
                    assertThat(found[at])
                            .as("seed %d, %s[%d]", SEED + 1, name, at)
                            .isCloseTo(ConditionalScorerTest.slope(scorer, tree, gradient, tensor, at), within(1e-5));
                }
            });
        }
    }

    @Test
    void maskNeedsTheInput() {
        assertThatThrownBy(() -> ScorerSettings.DEFAULT.withMasked(true))
                .isInstanceOf(EspalierException.class)
                .hasMessage("which marks may follow depends on the input, so a masked scorer must be given it; "
                        + "got masked: true and given: nothing; set masked: false, or given: input");
    }
}
