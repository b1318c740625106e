package org.espalier.model.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.espalier.model.LatticeBatch;
import org.espalier.model.LatticeSource;
import org.espalier.model.ListLatticeSource;
import org.espalier.model.Model;
import org.espalier.model.RandomPairs;
import org.espalier.model.TableSampler;
import org.espalier.model.TableScorer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares estimates with exact values, relative to their standard errors. */
class EstimatorTest {
    private static final long SEED = 20261118;
    private static final int PAIRS = 20;

    private final Model model =
            new Model(new TableScorer(RandomPairs.MARKS.size(), SEED, 0.4), new TableSampler(SEED + 1, 0.5));
    private final LatticeBatch batch = new RandomPairs(SEED, 3, 150).batch(PAIRS);
    private final int[] keys = IntStream.range(0, PAIRS).toArray();
    private final List<ExactValues> exact = Exact.of(model).values(batch);
    private final List<List<PosteriorString>> paths = Exact.of(model).paths(batch);

    @Test
    void estimatesFromManySamplesAreCloseToExactValues() {
        System.out.println("estimators, seed " + SEED);
        for (int samples : new int[] {1_000, 20_000}) {
            List<Estimates> estimates = new Estimator(model, samples, 1, SEED).estimate(batch, keys);
            for (int p = 0; p < PAIRS; p++) {
                Estimates found = estimates.get(p);
                assertThat(found.samples()).isEqualTo(samples);
                assertClose(found.partialKl(), exact.get(p).partialKl());
                assertClose(found.logLikelihood(), exact.get(p).logLikelihood());
                assertClose(found.markLength(), exact.get(p).markLength());
                if (samples == 20_000) {
                    double error = Math.sqrt(relativeVariance(paths.get(p)) / samples);
                    assertThat(found.logLikelihood().standardError()).isCloseTo(error, within(0.15 * error + 1e-6));
                }
                assertThat(found.ess()).isBetween(1.0, samples + 1e-6);
                assertThat(found.deduplicatedEss()).isBetween(1.0, found.distinct() + 1e-6);
            }
        }
    }

    /** The exact value is itself rounded to single precision. */
    private static void assertClose(Estimate estimate, double value) {
        assertThat(estimate.value()).isCloseTo(value, within(4 * estimate.standardError() + 1e-5));
    }

    /** Returns the exact variance of an importance weight under q: Σ p² / q - 1. */
    private static double relativeVariance(List<PosteriorString> paths) {
        double sum = 0;
        for (PosteriorString path : paths) {
            sum += path.weight() * path.weight() / Math.exp(path.string().logQ());
        }
        return sum - 1;
    }

    @Test
    void posteriorWeightsApproachTheExactOnes() {
        int samples = 20_000;
        List<Draws> draws = new Estimator(model, samples, 1, SEED + 2).draw(batch, keys);
        for (int p = 0; p < PAIRS; p++) {
            PosteriorString likeliest = paths.get(p).get(0);
            double weight = Estimates.posteriorStrings(draws.get(p)).stream()
                    .filter(each -> Arrays.equals(
                            each.string().marks(), likeliest.string().marks()))
                    .mapToDouble(PosteriorString::weight)
                    .sum();
            double variance = 0;
            for (PosteriorString path : paths.get(p)) {
                double off = path.weight() * ((path.equals(likeliest) ? 1 : 0) - likeliest.weight());
                variance += off * off / Math.exp(path.string().logQ());
            }
            assertThat(weight).isCloseTo(likeliest.weight(), within(4 * Math.sqrt(variance / samples) + 1e-5));
        }
    }

    @Tag("slow")
    @Test
    void standardErrorsMatchTheSpreadOfRepetitions() {
        int repetitions = 300;
        int samples = 400;
        List<List<Estimates>> all = new ArrayList<>();
        for (int r = 0; r < repetitions; r++) {
            all.add(new Estimator(model, samples, 8, SEED + 100 + r).estimate(batch, keys));
        }
        int delta = 0;
        for (int p = 0; p < PAIRS; p++) {
            int pair = p;
            List<Estimates> ofPair = all.stream().map(each -> each.get(pair)).toList();
            assertSpread(ofPair, Estimates::partialKl);
            assertSpread(ofPair, Estimates::iwae);
            // The delta method is asymptotic: with an effective sample size of one or two it is too small.
            if (relativeVariance(paths.get(p)) < samples / 50.0) {
                assertSpread(ofPair, Estimates::logLikelihood);
                assertSpread(ofPair, Estimates::markLength);
                delta++;
            }
        }
        assertThat(delta).isGreaterThan(PAIRS / 2);
    }

    private static void assertSpread(List<Estimates> repetitions, Function<Estimates, Estimate> which) {
        RunningMean values = new RunningMean();
        double squares = 0;
        for (Estimates each : repetitions) {
            values.add(which.apply(each).value());
            squares += Math.pow(which.apply(each).standardError(), 2);
        }
        double spread = values.estimate().standardError() * Math.sqrt(repetitions.size());
        double claimed = Math.sqrt(squares / repetitions.size());
        assertThat(claimed).isCloseTo(spread, within(0.2 * spread + 1e-9));
    }

    @Test
    void iwaeTightensWithKAndStaysBelow() {
        double[] before = new double[PAIRS];
        Arrays.fill(before, Double.NEGATIVE_INFINITY);
        for (int k : new int[] {1, 2, 4, 16, 64}) {
            List<Estimates> estimates = new Estimator(model, 40_000, k, SEED + 3).estimate(batch, keys);
            for (int p = 0; p < PAIRS; p++) {
                Estimate iwae = estimates.get(p).iwae();
                double slack = 4 * iwae.standardError() + 1e-5;
                assertThat(iwae.value()).isLessThan(exact.get(p).logLikelihood() + slack);
                assertThat(iwae.value()).isGreaterThan(before[p] - slack);
                before[p] = iwae.value();
                if (k == 1) {
                    assertThat(iwae.value()).isCloseTo(-exact.get(p).partialKl(), within(slack));
                }
            }
        }
        double gap = 0;
        double gapOfOne = 0;
        for (int p = 0; p < PAIRS; p++) {
            gap += exact.get(p).logLikelihood() - before[p];
            gapOfOne += exact.get(p).exclusiveKl();
        }
        assertThat(gap).isLessThan(gapOfOne / 10);
    }

    @Test
    void estimateOfAPairDoesNotDependOnItsBatch() {
        Estimator estimator = new Estimator(model, 50, 5, SEED + 4);
        List<Estimates> together = estimator.estimate(batch, keys);
        for (int p : new int[] {0, 7, 19}) {
            LatticeBatch alone = LatticeBatch.of(List.of(batch.lattices().get(p)));
            assertThat(estimator.estimate(alone, p)).containsExactly(together.get(p));
        }
        assertThat(new Estimator(model, 50, 5, SEED + 5).estimate(batch, keys)).isNotEqualTo(together);
    }

    @Test
    void meansOverADataSetMatchItsPairs() {
        LatticeSource source = new ListLatticeSource(
                batch.lattices(),
                IntStream.range(0, PAIRS).mapToObj(pair -> 0.5 + pair % 4).toList(),
                Optional.empty());
        Estimator estimator = new Estimator(model, 50, 5, SEED + 4);
        RunningEstimates running = estimator.estimate(source, 7);
        RunningMean partialKl = new RunningMean();
        RunningMean ess = new RunningMean();
        List<Estimates> ofPairs = estimator.estimate(batch, keys);
        for (int pair = 0; pair < PAIRS; pair++) {
            partialKl.add(ofPairs.get(pair).partialKl().value(), source.weight(pair));
            ess.add(ofPairs.get(pair).ess(), source.weight(pair));
        }
        assertThat(running.pairs()).isEqualTo(PAIRS);
        assertThat(running.partialKl()).isEqualTo(partialKl.estimate());
        assertThat(running.ess()).isEqualTo(ess.estimate());
    }

    @Test
    void invalidArgumentsAreRefused() {
        assertThatThrownBy(() -> new Estimator(model, 16, 32, 1))
                .hasMessage("an estimator needs K of at least 1 and as many samples; got K = 32 and samples = 16");
        assertThatThrownBy(() -> new Estimator(model, 16, 16, 1).draw(batch, 1))
                .hasMessage("a batch of 20 pairs needs as many stream keys; got 1");
    }
}
