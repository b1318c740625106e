package org.espalier.model.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.espalier.model.LatticeBatch;
import org.espalier.model.Model;
import org.espalier.model.RandomPairs;
import org.espalier.model.TableSampler;
import org.espalier.model.TableScorer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SmcTest {
    private static final long SEED = 20261119;
    private static final int PAIRS = 12;

    private final TableScorer scorer = new TableScorer(RandomPairs.MARKS.size(), SEED, 0.5);
    private final TableSampler sampler = new TableSampler(SEED + 1, 0.5);
    private final Model model = new Model(scorer, sampler);
    private final LatticeBatch batch = new RandomPairs(SEED, 3, 150).batch(PAIRS);
    private final int[] keys = IntStream.range(0, PAIRS).toArray();
    private final List<ExactValues> exact = Exact.of(model).values(batch);

    @Tag("slow")
    @Test
    void likelihoodIsUnbiasedForAnyThreshold() {
        System.out.println("smc, seed " + SEED);
        double[] everResampled = new double[4];
        double[] thresholds = {0, 0.5, 0.9, 1};
        for (int t = 0; t < thresholds.length; t++) {
            for (int particles : new int[] {1, 2, 5, 20}) {
                List<SmcEstimate> estimates =
                        new Smc(model, particles, thresholds[t], 20_000 / particles, SEED + 2).estimate(batch, keys);
                for (int p = 0; p < PAIRS; p++) {
                    Estimate found = estimates.get(p).logLikelihood();
                    // The mean over repetitions and its standard error, both relative to the exact value.
                    double ratio = Math.exp(found.value() - exact.get(p).logLikelihood());
                    assertThat(ratio).isCloseTo(1, within(4 * ratio * found.standardError() + 1e-5));
                    assertThat(found.standardError()).isLessThan(0.2);
                    everResampled[t] += estimates.get(p).resamplings();
                }
            }
        }
        assertThat(everResampled[0]).isZero();
        assertThat(everResampled[1]).isPositive().isLessThan(everResampled[2]);
        assertThat(everResampled[2]).isLessThan(everResampled[3]);
    }

    @Tag("slow")
    @Test
    void withoutResamplingItIsImportanceSampling() {
        int k = 10;
        int repetitions = 3_000;
        List<SmcEstimate> filtered = new Smc(model, k, 0, repetitions, SEED + 3).estimate(batch, keys);
        List<Estimates> sampled = new Estimator(model, k * repetitions, k, SEED + 4).estimate(batch, keys);
        for (int p = 0; p < PAIRS; p++) {
            RunningMean logs = new RunningMean();
            filtered.get(p).logLikelihoods().forEach(logs::add);
            Estimate one = logs.estimate();
            Estimate other = sampled.get(p).iwae();
            double error = Math.hypot(one.standardError(), other.standardError());
            assertThat(one.value()).isCloseTo(other.value(), within(4 * error + 1e-5));
            assertThat(one.standardError()).isCloseTo(other.standardError(), within(0.15 * one.standardError() + 1e-9));
        }
    }

    @Test
    void stringsBelongToTheLatticeAndHavePosteriorWeights() {
        List<SmcEstimate> estimates = new Smc(model, 200, 0.5, 100, SEED + 5).estimate(batch, keys);
        List<List<PosteriorString>> paths = Exact.of(model).paths(batch);
        for (int p = 0; p < PAIRS; p++) {
            List<PosteriorString> strings = estimates.get(p).strings();
            assertThat(strings.stream().mapToDouble(PosteriorString::weight).sum())
                    .isCloseTo(1, within(1e-9));
            assertThat(strings.stream()
                            .map(each -> Arrays.toString(each.string().marks())))
                    .doesNotHaveDuplicates();
            for (PosteriorString found : strings) {
                int[] marks = found.string().marks();
                assertThat(found.string().logQ()).isCloseTo(sampler.logQ(batch, p, marks), within(1e-9));
                assertThat(found.string().logP()).isCloseTo(scorer.logP(marks), within(1e-5));
                double weight = paths.get(p).stream()
                        .filter(path -> Arrays.equals(path.string().marks(), marks))
                        .mapToDouble(PosteriorString::weight)
                        .sum();
                assertThat(found.weight()).isCloseTo(weight, within(0.05));
            }
        }
    }

    @Test
    void equalParticlesShareOneRow() {
        TableScorer watched = new TableScorer(RandomPairs.MARKS.size(), SEED, 0.5);
        new Smc(new Model(watched, sampler), 10_000, 0.5, 3, SEED).estimate(batch, keys);
        assertThat(watched.mostRows()).isLessThanOrEqualTo(PAIRS * 150);
    }

    @Test
    void estimateOfAPairDoesNotDependOnItsBatch() {
        Smc smc = new Smc(model, 20, 0.7, 5, SEED + 6);
        List<SmcEstimate> together = smc.estimate(batch, keys);
        for (int p : new int[] {0, 5, 11}) {
            LatticeBatch alone = LatticeBatch.of(List.of(batch.lattices().get(p)));
            assertThat(smc.estimate(alone, p)).containsExactly(together.get(p));
        }
    }

    @Test
    void multinomialDrawsFollowTheWeights() {
        double[] weights = {9, 0, 3, 1, 0, 9};
        int[] counts = Multinomial.counts(40_000, weights, 1, 5, new SplittableRandom(SEED));
        assertThat(counts[0] + counts[3]).isZero();
        assertThat(counts[1] / 40_000.0).isCloseTo(0.75, within(4 * Math.sqrt(0.75 * 0.25 / 40_000)));
        assertThat(counts[1] + counts[2]).isEqualTo(40_000);
    }

    @Test
    void invalidArgumentsAreRefused() {
        assertThatThrownBy(() -> new Smc(model, 0, 0.5, 1, 1))
                .hasMessage("particles and repetitions must be at least 1; got 0 and 1");
        assertThatThrownBy(() -> new Smc(model, 10, 1.5, 1, 1))
                .hasMessage("the threshold of resampling must be from 0 to 1; got 1.5");
    }
}
