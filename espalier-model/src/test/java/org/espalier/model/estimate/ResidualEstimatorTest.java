package org.espalier.model.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.fst.Lattice;
import org.espalier.fst.base.LogSpace;
import org.espalier.model.LatticeBatch;
import org.espalier.model.Model;
import org.espalier.model.RandomPairs;
import org.espalier.model.TableSampler;
import org.espalier.model.TableScorer;
import org.junit.jupiter.api.Test;

/** Compares estimates from known strings and draws with the sums over all paths. */
class ResidualEstimatorTest {
    private static final long SEED = 20261123;
    private final Model model =
            new Model(new TableScorer(RandomPairs.MARKS.size(), SEED, 0.5), new TableSampler(SEED + 1, 0.5));

    private List<Lattice> lattices() {
        System.out.println("residual estimates, seed " + SEED);
        return Stream.generate(new RandomPairs(SEED, 3, 60)::next)
                .filter(lattice -> Exact.canEnumerate(lattice, 60))
                .filter(lattice -> !Exact.canEnumerate(lattice, 5))
                .limit(6)
                .toList();
    }

    /** Returns some of the strings of a pair, the most probable first. */
    private ResidualEstimator.Known known(LatticeBatch batch, int pair, int count) {
        List<PosteriorString> all = Exact.of(model).paths(batch).get(pair);
        List<PosteriorString> some = all.subList(0, Math.min(count, all.size()));
        return new ResidualEstimator.Known(
                some.stream().map(each -> each.string().marks()).toList(),
                LogSpace.sum(
                        some.stream().mapToDouble(each -> each.string().logP()).toArray()));
    }

    @Test
    void sumOverAllStringsNeedsNoEstimate() {
        LatticeBatch batch = LatticeBatch.of(lattices());
        List<ResidualEstimator.Known> all = IntStream.range(0, batch.pairs())
                .mapToObj(p -> known(batch, p, 60))
                .toList();
        ResidualEstimator estimator = new ResidualEstimator(model, SEED);
        assertThat(estimator.logQ(batch, all)).satisfies(logs -> {
            for (double log : logs) {
                assertThat(log).isCloseTo(0, within(1e-9));
            }
        });
        List<Estimate> estimates = estimator.estimate(
                batch, all, IntStream.range(0, batch.pairs()).map(p -> 8).toArray());
        for (int p = 0; p < batch.pairs(); p++) {
            assertThat(estimates.get(p).value()).isCloseTo(all.get(p).logP(), within(1e-9));
            assertThat(estimates.get(p).standardError()).isCloseTo(0, within(1e-6));
        }
    }

    @Test
    void meanOverSeedsIsTheSumOverAllStrings() {
        LatticeBatch batch = LatticeBatch.of(lattices());
        List<ExactValues> exact = Exact.of(model).values(batch);
        List<ResidualEstimator.Known> some = IntStream.range(0, batch.pairs())
                .mapToObj(p -> known(batch, p, 2))
                .toList();
        int[] draws = IntStream.range(0, batch.pairs()).map(p -> 40).toArray();
        RunningMean[] relative =
                Stream.generate(RunningMean::new).limit(batch.pairs()).toArray(RunningMean[]::new);
        for (int seed = 0; seed < 100; seed++) {
            List<Estimate> estimates = new ResidualEstimator(model, SEED + seed).estimate(batch, some, draws);
            for (int p = 0; p < batch.pairs(); p++) {
                double value = estimates.get(p).value();
                assertThat(value).isGreaterThanOrEqualTo(some.get(p).logP());
                relative[p].add(Math.exp(value - exact.get(p).logLikelihood()), 1);
            }
        }
        for (RunningMean each : relative) {
            Estimate mean = each.estimate();
            assertThat(mean.value()).isCloseTo(1, within(4 * mean.standardError() + 1e-3));
            assertThat(mean.standardError()).isPositive();
        }
    }

    @Test
    void pairsOfABatchAreIndependent() {
        LatticeBatch batch = LatticeBatch.of(lattices());
        ResidualEstimator estimator = new ResidualEstimator(model, SEED);
        int[] draws = IntStream.range(0, batch.pairs()).map(p -> 5 + p).toArray();
        List<Estimate> together = estimator.estimate(
                batch,
                IntStream.range(0, batch.pairs())
                        .mapToObj(p -> known(batch, p, 2))
                        .toList(),
                draws);
        for (int p = 0; p < batch.pairs(); p++) {
            LatticeBatch single = LatticeBatch.of(List.of(batch.lattices().get(p)));
            assertThat(estimator.estimate(single, List.of(known(single, 0, 2)), draws[p]))
                    .containsExactly(together.get(p));
        }
    }
}
