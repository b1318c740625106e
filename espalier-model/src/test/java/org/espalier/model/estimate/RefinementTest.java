package org.espalier.model.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.espalier.fst.Lattice;
import org.espalier.fst.dp.PathEnumeration;
import org.espalier.model.LatticeBatch;
import org.espalier.model.Model;
import org.espalier.model.NeuralModel;
import org.espalier.model.Parameters.Precision;
import org.espalier.model.Pass;
import org.espalier.model.PrefixTree;
import org.espalier.model.RandomPairs;
import org.espalier.model.SamplerKind;
import org.espalier.model.ScorerSettings;
import org.espalier.model.TableSampler;
import org.espalier.model.TableScorer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares refined estimates with enumeration, where scorer and sampler are unrelated. */
class RefinementTest {
    private static final long SEED = 20261117;
    private static final int PAIRS = 8;
    private static final int SAMPLES = 128;
    private static final int ROUNDS = 3;

    private final Model model =
            new Model(new TableScorer(RandomPairs.MARKS.size(), SEED, 1.5), new TableSampler(SEED + 1, 1.5));
    private final LatticeBatch batch = new RandomPairs(SEED, 4, 200).batch(PAIRS);
    private final List<ExactValues> exact = Exact.of(model).values(batch);

    private Estimator estimator(int refine, long seed) {
        return new Estimator(model, new SamplingBudget(SAMPLES, refine), SAMPLES, seed);
    }

    /** With many draws in the first round the bias is small, and the estimate is as exact as its standard error says. */
    @Test
    void likelihoodIsCloseToTheExactValue() {
        System.out.println("seed " + SEED);
        int many = 4000;
        List<Estimates> found = new Estimator(model, new SamplingBudget(many, ROUNDS), many, SEED).estimate(batch);
        for (int p = 0; p < PAIRS; p++) {
            Estimate logLikelihood = found.get(p).logLikelihood();
            assertThat(found.get(p).samples()).isLessThanOrEqualTo(many);
            assertThat(logLikelihood.value())
                    .isCloseTo(exact.get(p).logLikelihood(), within(4.5 * logLikelihood.standardError() + 1e-4));
            assertThat(logLikelihood.standardError()).isLessThan(0.05);
        }
    }

    @Test
    void estimatesAreBetterThanThoseOfAsManyPlainDraws() {
        double refined = 0;
        double plain = 0;
        double kl = 0;
        double plainKl = 0;
        for (int repetition = 0; repetition < 100; repetition++) {
            List<Estimates> ofRefined = estimator(ROUNDS, repetition).estimate(batch);
            List<Estimates> ofPlain = estimator(0, repetition).estimate(batch);
            for (int p = 0; p < PAIRS; p++) {
                double logLikelihood = exact.get(p).logLikelihood();
                refined += Math.abs(ofRefined.get(p).logLikelihood().value() - logLikelihood);
                plain += Math.abs(ofPlain.get(p).logLikelihood().value() - logLikelihood);
                kl += ofRefined.get(p).partialKl().value() + logLikelihood;
                plainKl += ofPlain.get(p).partialKl().value() + logLikelihood;
            }
        }
        assertThat(refined).as("sum of errors of log p̃(x, y), plain %s", plain).isLessThan(0.7 * plain);
        assertThat(kl).as("sum of KL(q ‖ p), plain %s", plainKl).isLessThan(0.3 * plainKl);
    }

    @Test
    void roundsBoundTheWeights() {
        int ofTables = 0;
        List<Draws> draws = estimator(ROUNDS, SEED).draw(batch);
        for (int p = 0; p < PAIRS; p++) {
            for (Draws.Draw draw : draws.get(p).distinct()) {
                double logQ = new TableSampler(SEED + 1, 1.5)
                        .logQ(batch, p, draw.string().marks());
                assertThat(draw.string().logQ()).isGreaterThan(logQ - Math.log(ROUNDS + 1) - 1e-9);
                ofTables += draw.string().logQ() > logQ + 1e-9 ? 1 : 0;
            }
        }
        assertThat(ofTables)
                .as("strings that the tables draw more often than the sampler")
                .isPositive();
    }

    static Stream<ScorerSettings> scorers() {
        ScorerSettings conditional = ScorerSettings.DEFAULT.withGiven(ScorerSettings.Given.INPUT);
        return Stream.of(
                ScorerSettings.DEFAULT,
                conditional,
                conditional.withAttention(true).withMasked(true),
                conditional.withKind(ScorerSettings.Kind.TRANSFORMER).withMasked(true));
    }

    /** Returns pairs of random machines, or of one with a canonical form if the scorer needs it. */
    private LatticeBatch pairs(ScorerSettings settings) {
        return settings.given() == ScorerSettings.Given.NOTHING
                ? batch
                : LatticeBatch.of(new RandomPairs(SEED, 4, 200).nextEdits(PAIRS));
    }

    /** The tables are rescored by the network, which must know the input and what it allows. */
    @ParameterizedTest
    @MethodSource("scorers")
    void estimatesUnderANetworkAreCloseToTheExactValues(ScorerSettings settings) {
        System.out.println("seed " + SEED);
        LatticeBatch pairs = pairs(settings);
        int many = 4000;
        try (Model network = NeuralModel.ofEdits(settings, SamplerKind.SWS, Precision.DOUBLE, SEED)) {
            List<ExactValues> values = Exact.of(network).values(pairs);
            List<Estimates> found =
                    new Estimator(network, new SamplingBudget(many, ROUNDS), many, SEED).estimate(pairs);
            double plain = 0;
            double refined = 0;
            for (int p = 0; p < PAIRS; p++) {
                double logLikelihood = values.get(p).logLikelihood();
                Estimate estimate = found.get(p).logLikelihood();
                assertThat(estimate.value()).isCloseTo(logLikelihood, within(4.5 * estimate.standardError() + 1e-4));
                assertThat(estimate.standardError()).isLessThan(0.05);
                plain += values.get(p).exclusiveKl();
                refined += found.get(p).partialKl().value() + logLikelihood;
            }
            assertThat(refined).as("sum of KL(q ‖ p), plain %s", plain).isLessThan(0.3 * plain);
        }
    }

    /** SWG follows the scorer while it draws, so its first round does not call the scorer again. */
    @ParameterizedTest
    @MethodSource("scorers")
    void stringsOfAGuidedSamplerHaveTheProbabilityOfTheScorer(ScorerSettings settings) {
        LatticeBatch pairs = pairs(settings);
        try (Model guided = NeuralModel.ofEdits(settings, SamplerKind.SWG, Precision.DOUBLE, SEED)) {
            List<Draws> refined = new Estimator(guided, new SamplingBudget(SAMPLES, ROUNDS), SAMPLES, SEED).draw(pairs);
            for (int p = 0; p < PAIRS; p++) {
                LatticeBatch alone = LatticeBatch.of(List.of(pairs.lattices().get(p)));
                for (Draws.Draw draw : refined.get(p).distinct()) {
                    PrefixTree tree =
                            PrefixTree.of(alone, List.of(List.of(draw.string().marks())));
                    double[] logP = guided.scorer().score(tree, Pass.forward()).logProbabilities();
                    assertThat(draw.string().logP()).isCloseTo(tree.totals(logP)[0], within(1e-9));
                }
            }
        }
    }

    @Test
    void drawsOfAPairDoNotDependOnTheOthers() {
        List<Draws> together = estimator(ROUNDS, SEED).draw(batch);
        for (int p = 0; p < PAIRS; p++) {
            LatticeBatch alone = LatticeBatch.of(List.of(batch.lattices().get(p)));
            assertThat(estimator(ROUNDS, SEED).draw(alone)).containsExactly(together.get(p));
        }
    }

    @Test
    void noTableIsMadeForPairsWhoseSamplerIsGoodEnough() {
        TableSampler sampler = new TableSampler(SEED, 0.2);
        Model close = new Model(new TableScorer(RandomPairs.MARKS.size(), SEED, 0.2), sampler);
        List<Draws> refined = new Estimator(close, new SamplingBudget(SAMPLES, ROUNDS), SAMPLES, SEED).draw(batch);
        int unchanged = 0;
        for (int p = 0; p < PAIRS; p++) {
            int pair = p;
            boolean isSampler = refined.get(p).distinct().stream()
                    .allMatch(draw ->
                            Math.abs(sampler.logQ(batch, pair, draw.string().marks())
                                            - draw.string().logQ())
                                    < 1e-9);
            unchanged += isSampler ? 1 : 0;
        }
        assertThat(unchanged).isPositive().isLessThan(PAIRS);
    }

    @Test
    void tableIsADistributionOverTheStrings() {
        SplittableRandom random = new SplittableRandom(SEED);
        int[] firstChoice = PathTable.firstChoices(batch);
        double[] weights = random.doubles(firstChoice[batch.states()], 0.01, 1).toArray();
        PathTable table = new PathTable(batch, firstChoice, weights);
        for (int p = 0; p < PAIRS; p++) {
            Lattice lattice = batch.lattices().get(p);
            List<int[]> strings = new ArrayList<>();
            PathEnumeration.of(lattice, 1000).forEachRemaining(arcs -> strings.add(lattice.marksOf(arcs)));
            int pair = p;
            double sum = strings.stream()
                    .mapToDouble(marks -> Math.exp(table.logQ(PathTable.choices(batch, firstChoice, pair, marks))))
                    .sum();
            assertThat(sum).isCloseTo(1, within(1e-9));
        }
    }

    @Test
    void numbersThatCannotBeAreRefused() {
        assertThatThrownBy(() -> new SamplingBudget(63, 3))
                .hasMessage(
                        "refinement in 3 rounds needs at least 64 samples, 16 per round and 16 from the sampler; got 63; "
                                + "draw more samples, or refine in fewer rounds");
        assertThatThrownBy(() -> new SamplingBudget(Integer.MAX_VALUE, Integer.MAX_VALUE))
                .hasMessageContaining("needs at least 34359738368 samples");
        assertThatThrownBy(() -> new SamplingBudget(3, -1))
                .hasMessage("the number of rounds of refinement must be at least 0; got -1");
        assertThatThrownBy(() -> SamplingBudget.of(0)).hasMessage("samples must be at least 1; got 0");
        assertThat(new Estimator(model, new SamplingBudget(64, 3), 4, SEED).draw(batch))
                .as("the smallest rounds")
                .allMatch(draws -> draws.samples() >= 16 && draws.samples() <= 64);
    }
}
