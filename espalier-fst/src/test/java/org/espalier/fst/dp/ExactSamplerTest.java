package org.espalier.fst.dp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.espalier.fst.Lattice;
import org.espalier.fst.RandomLattices;
import org.espalier.fst.base.EspalierException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ExactSamplerTest {
    private static final int SAMPLES = 20_000;

    @Tag("slow")
    @Test
    void frequenciesMatchProbabilities() {
        for (long seed = 0; seed < 60; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Lattice lattice = RandomLattices.acyclic(random);
            Weights weights = BruteForce.logWeights(lattice, random);
            if (DynamicPrograms.best(lattice, weights).isPresent()) {
                List<int[]> paths = BruteForce.paths(lattice);
                double[] probability = BruteForce.probabilities(lattice, weights, paths);
                checkChiSquare(seed, paths, probability, counts(new ExactSampler(lattice, weights), random));
            }
        }
    }

    private static Map<List<Integer>, Integer> counts(ExactSampler sampler, SplittableRandom random) {
        Map<List<Integer>, Integer> counts = new HashMap<>();
        for (int i = 0; i < SAMPLES; i++) {
            counts.merge(key(sampler.sample(random).arcs()), 1, Integer::sum);
        }
        return counts;
    }

    private static List<Integer> key(int[] arcs) {
        return Arrays.stream(arcs).boxed().toList();
    }

    /** Applies Pearson's chi-square test. Paths that are expected less than five times form one cell. */
    private static void checkChiSquare(
            long seed, List<int[]> paths, double[] probability, Map<List<Integer>, Integer> counts) {
        double statistic = 0;
        int cells = 0;
        double rareExpected = 0;
        int rareFound = 0;
        for (int i = 0; i < probability.length; i++) {
            double expected = probability[i] * SAMPLES;
            int found = counts.getOrDefault(key(paths.get(i)), 0);
            if (expected == 0) {
                assertThat(found).as("seed %d, impossible path", seed).isZero();
            } else if (expected < 5) {
                rareExpected += expected;
                rareFound += found;
            } else {
                statistic += (found - expected) * (found - expected) / expected;
                cells++;
            }
        }
        if (rareExpected >= 5) {
            statistic += (rareFound - rareExpected) * (rareFound - rareExpected) / rareExpected;
            cells++;
        }
        assertThat(statistic).as("seed %d, chi-square of %d cells", seed, cells).isLessThan(critical(cells - 1));
    }

    /** Returns the chi-square value that is exceeded with probability 1/10000, by the cube-root approximation. */
    private static double critical(int degrees) {
        double spread = 2.0 / (9 * Math.max(1, degrees));
        return Math.max(1, degrees) * Math.pow(1 - spread + 3.719 * Math.sqrt(spread), 3);
    }

    @Test
    void logWeightMinusLogTotalIsTheLogProbability() {
        for (long seed = 0; seed < 100; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Lattice lattice = RandomLattices.acyclic(random);
            Weights weights = BruteForce.weights(lattice, random::nextGaussian);
            ExactSampler sampler = new ExactSampler(lattice, weights);
            List<int[]> paths = BruteForce.paths(lattice);
            double[] probability = BruteForce.probabilities(lattice, weights, paths);
            LatticePath path = sampler.sample(random);
            int at = paths.stream().map(ExactSamplerTest::key).toList().indexOf(key(path.arcs()));
            assertThat(Math.exp(path.logWeight() - sampler.logTotal()))
                    .as("seed %d", seed)
                    .isCloseTo(probability[at], within(1e-12));
        }
    }

    /** Despite rounding, even the smallest and the largest random number select a path of positive weight. */
    @Test
    void smallestAndLargestRandomNumberGiveAPath() {
        for (long seed = 0; seed < 400; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Lattice lattice = RandomLattices.acyclic(random);
            Weights weights = BruteForce.logWeights(lattice, random);
            if (DynamicPrograms.best(lattice, weights).isPresent()) {
                ExactSampler sampler = new ExactSampler(lattice, weights);
                for (RandomGenerator extreme : List.<RandomGenerator>of(() -> 0L, () -> -1L)) {
                    assertThat(sampler.sample(extreme).logWeight())
                            .as("seed %d", seed)
                            .isGreaterThan(Double.NEGATIVE_INFINITY);
                }
            }
        }
    }

    @Test
    void sameSeedGivesSamePaths() {
        Lattice lattice = RandomLattices.grid(20, 20);
        ExactSampler sampler = new ExactSampler(lattice, Weights.ones(lattice, Semirings.LOG));
        assertThat(sampler.sample(new SplittableRandom(3))).isEqualTo(sampler.sample(new SplittableRandom(3)));
    }

    @Test
    @Timeout(60)
    void samplesLongPaths() {
        Lattice lattice = RandomLattices.chain(200_000, 2);
        Weights weights = Weights.byMark(lattice, new double[] {Math.log(0.3), Math.log(0.7), 0, 0}, 0);
        int[] marks = new ExactSampler(lattice, weights)
                .sample(new SplittableRandom(1))
                .marks(lattice);
        assertThat(Arrays.stream(marks).average().orElseThrow()).isCloseTo(0.7, within(0.005));
    }

    @Test
    void emptyLatticeIsRefused() {
        Lattice empty = RandomLattices.empty();
        assertThatThrownBy(() -> new ExactSampler(empty, Weights.ones(empty, Semirings.LOG)))
                .isInstanceOf(EspalierException.class)
                .hasMessage("an empty lattice has no path to sample; look at isEmpty() first");
        Lattice chain = RandomLattices.chain(1, 1);
        Weights forbidden = Weights.of(chain, new double[] {Double.NEGATIVE_INFINITY}, new double[2]);
        assertThatThrownBy(() -> new ExactSampler(chain, forbidden))
                .isInstanceOf(EspalierException.class)
                .hasMessage("no path can be sampled where all have log weight -Infinity; allow some of the arcs");
    }
}
