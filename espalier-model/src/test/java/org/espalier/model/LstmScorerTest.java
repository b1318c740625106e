package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.PointerScope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the LSTM scorer with a slow transcription of its equations. */
class LstmScorerTest {
    private static final long SEED = 20281;
    private static final int MARKS = RandomPairs.MARKS.size();

    private static ScorerSettings settings(int layers) {
        return new ScorerSettings(
                ScorerSettings.Kind.LSTM, ScorerSettings.Given.NOTHING, 4, layers, false, false, false, 1, 100);
    }

    private static MarkScorer random(int layers, Parameters.Precision precision, long seed) {
        Torch.useThreads(1);
        MarkScorer scorer =
                new LstmScorer(new Parameters(precision, seed), settings(layers), RandomPairs.VOCABULARY, null);
        Parameters parameters = scorer.parameters();
        ReferenceParameters.of(parameters)
                .random(0.7, new SplittableRandom(seed))
                .putInto(parameters);
        return scorer;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void logProbabilitiesEqualThoseOfTheEquations(int layers) {
        LatticeBatch batch = new RandomPairs(SEED, 4, 60).batch(6);
        MarkScorer scorer = random(layers, Parameters.Precision.DOUBLE, SEED);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = scorer.parameters()) {
            ReferenceScorer reference =
                    new ReferenceScorer(settings(layers), MARKS, ReferenceParameters.of(parameters));
            PrefixTree tree = SamplerCases.wholeTree(batch);
            double[] scored = scorer.score(tree, Pass.forward()).logProbabilities();
            double[] totals = tree.totals(scored);
            for (int event = 0; event < tree.events(); event++) {
                int[] prefix = SamplerCases.prefix(tree, tree.prefix(event));
                assertThat(scored[event])
                        .as("seed %d, symbol %d after %s", SEED, tree.symbol(event), Arrays.toString(prefix))
                        .isCloseTo(reference.logProbabilities(prefix)[tree.symbol(event)], within(1e-9));
            }
            assertThat(totals[0]).isCloseTo(reference.logProbability(tree.string(0)), within(1e-9));
        }
    }

    @Test
    void walkGivesTheProbabilitiesOfAllSymbolsAtEveryPrefix() {
        MarkScorer scorer = random(2, Parameters.Precision.DOUBLE, SEED + 1);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = scorer.parameters()) {
            ReferenceScorer reference = new ReferenceScorer(settings(2), MARKS, ReferenceParameters.of(parameters));
            MarkScorer.ScoringWalk start = scorer.walk(2);
            MarkScorer.ScoringWalk next = start.advance(new int[] {0, 0, 1}, new int[] {3, 5, 5});
            MarkScorer.ScoringWalk last = next.advance(new int[] {2, 0}, new int[] {1, 1});
            int[][] prefixes = {{5, 1}, {3, 1}};
            assertThat(last.rows()).isEqualTo(2);
            for (int row = 0; row < 2; row++) {
                assertRow(last.logProbabilities(), row, reference.logProbabilities(prefixes[row]));
                assertRow(start.logProbabilities(), row, reference.logProbabilities());
            }
            assertRow(next.logProbabilities(), 1, reference.logProbabilities(5));
        }
    }

    private static void assertRow(double[] rows, int row, double[] expected) {
        for (int symbol = 0; symbol <= MARKS; symbol++) {
            assertThat(rows[row * (MARKS + 1) + symbol]).isCloseTo(expected[symbol], within(1e-9));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.2})
    void gradientsEqualFiniteDifferences(double smoothing) {
        LatticeBatch batch = new RandomPairs(SEED + 2, 3, 25).batch(4);
        MarkScorer scorer = random(2, Parameters.Precision.DOUBLE, SEED + 2);
        SplittableRandom random = new SplittableRandom(SEED + 2);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = scorer.parameters()) {
            PrefixTree tree = SamplerCases.wholeTree(batch);
            double[] gradient = new double[tree.events()];
            Arrays.setAll(gradient, event -> random.nextGaussian());
            scorer.score(tree, Pass.training(smoothing)).backward(gradient);
            FiniteDifferences.assertGradient(
                    ReferenceParameters.gradientsOf(parameters),
                    ReferenceParameters.of(parameters),
                    numbers -> objective(new ReferenceScorer(settings(2), MARKS, numbers), tree, gradient, smoothing),
                    random,
                    "seed " + (SEED + 2));
        }
    }

    private static double objective(ReferenceScorer reference, PrefixTree tree, double[] gradient, double smoothing) {
        double[][] known = new double[tree.nodes()][];
        double total = 0;
        for (int event = 0; event < gradient.length; event++) {
            int node = tree.prefix(event);
            if (known[node] == null) {
                known[node] = reference.logProbabilities(SamplerCases.prefix(tree, node));
            }
            double mean = Arrays.stream(known[node]).average().orElseThrow();
            total += gradient[event] * ((1 - smoothing) * known[node][tree.symbol(event)] + smoothing * mean);
        }
        return total;
    }

    @Test
    void forwardPassUsesNoDropoutOrLabelSmoothing() {
        LatticeBatch batch = new RandomPairs(SEED + 3, 4, 50).batch(5);
        MarkScorer scorer = random(2, Parameters.Precision.DOUBLE, SEED + 3);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = scorer.parameters()) {
            PrefixTree tree = SamplerCases.wholeTree(batch);
            double[] before = scorer.score(tree, Pass.forward()).logProbabilities();
            EventScores training = scorer.score(
                    tree,
                    Pass.training(
                            0.3, 0.5, SEED, IntStream.range(0, batch.pairs()).toArray()));
            assertThat(Arrays.stream(training.logProbabilities())).allMatch(Double::isFinite);
            training.backward(new double[tree.events()]);
            assertThat(scorer.score(tree, Pass.forward()).logProbabilities()).isEqualTo(before);
        }
    }
}
