package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.espalier.fst.Lattice;
import org.espalier.fst.Lattices;
import org.espalier.fst.base.EspalierException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares scorers that are given the input with a slow transcription of their equations. */
class ConditionalScorerTest {
    private static final long SEED = 20291;
    private static final int MARKS = RandomPairs.MARKS.size();

    static Stream<ScorerSettings> conditional() {
        return Stream.of(ScorerSettings.Kind.values())
                .map(kind -> new ScorerSettings(kind, ScorerSettings.Given.INPUT, 4, 2, false, false, false, 2, 30))
                .flatMap(plain -> Stream.of(
                        plain,
                        plain.withAttention(true),
                        plain.withTied(true),
                        plain.withAttention(true).withTied(true)));
    }

    private static MarkScorer random(ScorerSettings settings, long seed) {
        Torch.useThreads(1);
        MarkScorer scorer = MarkScorer.create(settings, RandomPairs.VOCABULARY, Parameters.Precision.DOUBLE, seed);
        ReferenceParameters.of(scorer.parameters())
                .random(0.6, new SplittableRandom(seed))
                .putInto(scorer.parameters());
        return scorer;
    }

    /** Returns log p(symbol | prefix of a node, x) by the equations. */
    private static double[] expected(MarkScorer scorer, ScorerSettings settings, PrefixTree tree, int node) {
        ReferenceParameters tables = ReferenceParameters.of(scorer.parameters());
        ReferenceInput input = new ReferenceInput(settings, RandomPairs.VOCABULARY, tables);
        LatticeBatch batch = tree.batch();
        int[] x = batch.lattices().get(tree.pair(node)).input();
        int[] prefix = SamplerCases.prefix(tree, node);
        int[] positions = new int[prefix.length + 1];
        for (int at = node, t = prefix.length; at >= 0; at = tree.parent(at), t--) {
            positions[t] = batch.inputPosition(tree.state(at));
        }
        return settings.kind() == ScorerSettings.Kind.LSTM
                ? new ReferenceScorer(settings, MARKS, tables, x, input).logProbabilities(prefix, positions)
                : new ReferenceTransformer(scorer, settings)
                        .logProbabilities(prefix, x, positions, input)[prefix.length];
    }

    @ParameterizedTest
    @MethodSource("conditional")
    void logProbabilitiesEqualThoseOfTheEquations(ScorerSettings settings) {
        LatticeBatch batch = new RandomPairs(SEED, 4, 40).batch(5);
        MarkScorer scorer = random(settings, SEED);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = scorer.parameters()) {
            PrefixTree tree = SamplerCases.wholeTree(batch);
            double[] scored = scorer.score(tree, Pass.forward()).logProbabilities();
            for (int event = 0; event < tree.events(); event++) {
                assertThat(scored[event])
                        .as("seed %d, event %d", SEED, event)
                        .isCloseTo(
                                expected(scorer, settings, tree, tree.prefix(event))[tree.symbol(event)], within(1e-9));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("conditional")
    void walkGivesTheProbabilitiesOfAllSymbolsAtEveryPrefix(ScorerSettings settings) {
        LatticeBatch batch = new RandomPairs(SEED + 1, 4, 30).batch(4);
        MarkScorer scorer = random(settings, SEED + 1);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = scorer.parameters()) {
            PrefixTree tree = SamplerCases.wholeTree(batch);
            MarkScorer.ScoringWalk walk =
                    scorer.walk(InputPlaces.of(scorer, batch, Arrays.copyOf(tree.states(), tree.pairs())));
            for (int depth = 0; depth < tree.depths(); depth++) {
                double[] all = walk.logProbabilities();
                for (int row = 0; row < walk.rows(); row++) {
                    assertThat(Arrays.copyOfRange(all, row * (MARKS + 1), (row + 1) * (MARKS + 1)))
                            .as("seed %d, depth %d, row %d", SEED + 1, depth, row)
                            .containsExactly(
                                    expected(scorer, settings, tree, tree.firstNode(depth) + row), within(1e-9));
                }
                if (depth + 1 < tree.depths()) {
                    walk = longer(walk, tree, depth + 1, 0, tree.firstNode(depth + 2) - tree.firstNode(depth + 1));
                }
            }
        }
    }

    /** Advances a walk over the nodes of a depth to some nodes of the next one. */
    private static MarkScorer.ScoringWalk longer(
            MarkScorer.ScoringWalk walk, PrefixTree tree, int depth, int begin, int end) {
        int[] nodes =
                IntStream.range(begin, end).map(k -> tree.firstNode(depth) + k).toArray();
        return walk.advance(
                Arrays.stream(nodes)
                        .map(node -> tree.parent(node) - tree.firstNode(depth - 1))
                        .toArray(),
                Arrays.stream(nodes).map(tree::mark).toArray(),
                row -> tree.batch().inputPosition(tree.state(nodes[row])));
    }

    @ParameterizedTest
    @MethodSource("conditional")
    void joinedRowsAreTheRowsOfTheirParts(ScorerSettings settings) {
        LatticeBatch batch = new RandomPairs(SEED + 2, 4, 30).batch(4);
        MarkScorer scorer = random(settings, SEED + 2);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = scorer.parameters()) {
            PrefixTree tree = SamplerCases.wholeTree(batch);
            int[] roots = Arrays.copyOf(tree.states(), tree.pairs());
            MarkScorer.ScoringWalk start = scorer.walk(InputPlaces.of(scorer, batch, roots));
            int width = tree.firstNode(2) - tree.firstNode(1);
            MarkScorer.ScoringWalk whole = longer(start, tree, 1, 0, width);
            MarkScorer.ScoringWalk joined =
                    longer(start, tree, 1, 0, 2).joinedWith(List.of(longer(start, tree, 1, 2, width)));
            assertThat(joined.logProbabilities()).containsExactly(whole.logProbabilities(), within(1e-9));
            int[] first = {0};
            MarkScorer.ScoringWalk other = scorer.walk(InputPlaces.start(List.of(new int[] {1}), first, first))
                    .advance(first, first);
            assertThatThrownBy(() -> whole.joinedWith(List.of(other)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("different inputs");
        }
    }

    @ParameterizedTest
    @MethodSource("conditional")
    void gradientsEqualFiniteDifferences(ScorerSettings settings) {
        LatticeBatch batch = new RandomPairs(SEED + 3, 3, 25).batch(4);
        MarkScorer scorer = random(settings, SEED + 3);
        SplittableRandom random = new SplittableRandom(SEED + 3);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = scorer.parameters()) {
            PrefixTree tree = SamplerCases.wholeTree(batch);
            double[] gradient = new double[tree.events()];
            Arrays.setAll(gradient, event -> random.nextGaussian());
            scorer.score(tree, Pass.differentiable()).backward(gradient);
            parameters.tensors().forEach((name, tensor) -> {
                double[] found = Torch.doubles(tensor.grad().reshape(-1));
                // The rows of a table of embeddings are used in different ways.
                boolean all = name.equals("embedding");
                for (int k = 0; k < (all ? found.length : 4); k++) {
                    int at = all ? k : random.nextInt(found.length);
                    assertThat(found[at])
                            .as("seed %d, %s[%d]", SEED + 3, name, at)
                            .isCloseTo(slope(scorer, tree, gradient, tensor, at), within(1e-5));
                }
            });
        }
    }

    static double slope(MarkScorer scorer, PrefixTree tree, double[] gradient, Tensor tensor, int at) {
        double step = 1e-5;
        return (shifted(scorer, tree, gradient, tensor, at, step) - shifted(scorer, tree, gradient, tensor, at, -step))
                / (2 * step);
    }

    private static double shifted(
            MarkScorer scorer, PrefixTree tree, double[] gradient, Tensor tensor, int at, double by) {
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            double[] shift = new double[Math.toIntExact(tensor.numel())];
            shift[at] = by;
            Tensor change = Torch.vector(shift, tensor).view_as(tensor);
            tensor.add_(change);
            double[] scores = scorer.score(tree, Pass.forward()).logProbabilities();
            tensor.sub_(change);
            return IntStream.range(0, scores.length)
                    .mapToDouble(event -> gradient[event] * scores[event])
                    .sum();
        }
    }

    @ParameterizedTest
    @MethodSource("conditional")
    void equivalentMachinesGiveEqualScores(ScorerSettings settings) {
        EquivalentMachines machines = new EquivalentMachines(SEED + 4);
        List<Lattice> lattices = new RandomPairs(SEED + 4, 4, 100)
                .next(12).stream().filter(Lattice::isCanonical).toList();
        List<Lattice> changed = lattices.stream()
                .map(lattice -> Lattices.of(machines.rewritten(lattice.machine()))
                        .builder()
                        .build(lattice.input(), lattice.output()))
                .toList();
        MarkScorer scorer = random(settings, SEED + 4);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = scorer.parameters()) {
            List<List<int[]>> strings =
                    lattices.stream().map(SamplerCases::strings).toList();
            assertThat(logP(scorer, LatticeBatch.of(changed), strings))
                    .as("seed %d", SEED + 4)
                    .containsExactly(logP(scorer, LatticeBatch.of(lattices), strings), within(1e-10));
        }
    }

    private static double[] logP(MarkScorer scorer, LatticeBatch batch, List<List<int[]>> strings) {
        PrefixTree tree = PrefixTree.of(batch, strings);
        return tree.totals(scorer.score(tree, Pass.forward()).logProbabilities());
    }

    @Test
    void tiedWithoutInputIsRefused() {
        assertThatThrownBy(() -> ScorerSettings.DEFAULT.withTied(true))
                .isInstanceOf(EspalierException.class)
                .hasMessage("marks share embeddings with the input, so a tied scorer must be given it; "
                        + "got tied: true and given: nothing; set tied: false, or given: input");
    }

    @ParameterizedTest
    @MethodSource("conditional")
    void walkWithoutInputIsRefused(ScorerSettings settings) {
        MarkScorer scorer = random(settings, SEED);
        try (Parameters parameters = scorer.parameters()) {
            assertThatThrownBy(() -> scorer.walk(1))
                    .isInstanceOf(EspalierException.class)
                    .hasMessage("a conditional scorer gives log p(y | x) and needs an input; it has none of its own");
        }
    }
}
