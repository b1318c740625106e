package org.espalier.fst.dp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.espalier.fst.Lattice;
import org.espalier.fst.RandomLattices;
import org.espalier.fst.base.EspalierException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DynamicProgramsTest {
    private static final int CASES = 400;
    private static final Offset<Double> CLOSE = within(1e-11);

    @ParameterizedTest
    @EnumSource
    void totalMatchesEnumeration(Semirings semiring) {
        for (long seed = 0; seed < CASES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Lattice lattice = RandomLattices.acyclic(random);
            Weights weights = BruteForce.weights(
                    lattice, () -> random.nextInt(8) == 0 ? semiring.zero() : random.nextDouble(0.1, 2));
            double expected = BruteForce.total(lattice, semiring, weights);
            same(seed, DynamicPrograms.total(lattice, semiring, weights), expected);
            same(seed, DynamicPrograms.backward(lattice, semiring, weights)[0], expected);
            same(
                    seed,
                    totalOf(DynamicPrograms.forward(lattice, semiring, weights), lattice, semiring, weights),
                    expected);
        }
    }

    private static double totalOf(double[] alpha, Lattice lattice, Semiring semiring, Weights weights) {
        double sum = semiring.zero();
        for (int s = 0; s < alpha.length; s++) {
            sum = lattice.isFinal(s) ? semiring.plus(sum, semiring.times(alpha[s], weights.end(s))) : sum;
        }
        return sum;
    }

    @Test
    void backwardTimesForwardCountsThePathsThroughAState() {
        for (long seed = 0; seed < CASES; seed++) {
            Lattice lattice = RandomLattices.acyclic(new SplittableRandom(seed));
            Weights ones = Weights.ones(lattice, Semirings.REAL);
            double[] through = new double[lattice.states()];
            for (int[] path : BruteForce.paths(lattice)) {
                through[0]++;
                Arrays.stream(path).forEach(arc -> through[lattice.target(arc)]++);
            }
            double[] product = DynamicPrograms.forward(lattice, Semirings.REAL, ones);
            double[] beta = DynamicPrograms.backward(lattice, Semirings.REAL, ones);
            Arrays.setAll(product, s -> product[s] * beta[s]);
            assertThat(product).as("seed %d", seed).isEqualTo(through);
        }
    }

    @Test
    void posteriorsMatchEnumeration() {
        for (long seed = 0; seed < CASES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Lattice lattice = RandomLattices.acyclic(random);
            Weights weights = BruteForce.logWeights(lattice, random);
            List<int[]> paths = BruteForce.paths(lattice);
            double[] probability = BruteForce.probabilities(lattice, weights, paths);
            double[] arc = new double[lattice.arcs()];
            double[] end = new double[lattice.states()];
            for (int i = 0; i < probability.length; i++) {
                for (int a : paths.get(i)) {
                    arc[a] += probability[i];
                }
                end[BruteForce.endOf(lattice, paths.get(i))] += probability[i];
            }
            Probabilities found = DynamicPrograms.posteriors(lattice, weights);
            assertThat(found.arc()).as("seed %d", seed).containsExactly(arc, CLOSE);
            assertThat(found.end()).as("seed %d", seed).containsExactly(end, CLOSE);
        }
    }

    /** Every path crosses the cut after each state once: by an arc over it, or by ending before it. */
    @Test
    void posteriorsAcrossEachCutSumToOne() {
        for (long seed = 0; seed < CASES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Lattice lattice = RandomLattices.acyclic(random);
            Weights weights = BruteForce.weights(lattice, () -> 10 * random.nextGaussian());
            assertThat(cuts(lattice, DynamicPrograms.posteriors(lattice, weights)))
                    .as("seed %d", seed)
                    .allSatisfy(sum -> assertThat(sum).isCloseTo(1, within(1e-14)));
        }
    }

    private static Double[] cuts(Lattice lattice, Probabilities posteriors) {
        double[] change = new double[lattice.states() + 1];
        for (int s = 0; s < lattice.states(); s++) {
            change[s] += posteriors.end()[s];
            for (int a = lattice.firstArc(s); a < lattice.endArc(s); a++) {
                change[s] += posteriors.arc()[a];
                change[lattice.target(a)] -= posteriors.arc()[a];
            }
        }
        Arrays.parallelPrefix(change, Double::sum);
        return Arrays.stream(change, 0, lattice.states()).boxed().toArray(Double[]::new);
    }

    @Test
    void entropyMatchesEnumeration() {
        for (long seed = 0; seed < CASES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Lattice lattice = RandomLattices.acyclic(random);
            Weights weights = BruteForce.logWeights(lattice, random);
            double[] probability = BruteForce.probabilities(lattice, weights, BruteForce.paths(lattice));
            double expected = Arrays.stream(probability)
                    .map(p -> p == 0 ? 0 : -p * Math.log(p))
                    .sum();
            assertThat(DynamicPrograms.entropy(lattice, weights))
                    .as("seed %d", seed)
                    .isCloseTo(expected, CLOSE);
        }
    }

    @Test
    void entropyOfEqualPathsIsTheLogOfTheirNumber() {
        Lattice lattice = RandomLattices.grid(10, 10);
        Weights weights = Weights.ones(lattice, Semirings.LOG);
        assertThat(DynamicPrograms.entropy(lattice, weights)).isCloseTo(Math.log(184_756), within(1e-12));
    }

    /** Weights so large that log total minus expected log weight loses all precision. */
    @Test
    void entropyIsPreciseUnderLargeWeights() {
        Lattice lattice = RandomLattices.chain(1000, 2);
        Weights weights = Weights.byMark(lattice, new double[] {-1L << 40, -1L << 40, 0, 0}, 0);
        assertThat(DynamicPrograms.entropy(lattice, weights)).isCloseTo(1000 * Math.log(2), within(1e-9));
    }

    @Tag("slow")
    @Test
    @Timeout(60)
    void longPathsStayFinite() {
        Lattice lattice = RandomLattices.chain(200_000, 3);
        Weights weights = Weights.byMark(lattice, new double[] {-1000, -1001, -1002, 0}, -3);
        double step = -1000 + Math.log(1 + Math.exp(-1) + Math.exp(-2));
        assertThat(DynamicPrograms.total(lattice, Semirings.LOG, weights)).isCloseTo(200_000 * step - 3, within(1e-2));
        assertThat(DynamicPrograms.best(lattice, weights))
                .hasValueSatisfying(path -> assertThat(path.logWeight()).isEqualTo(-200_000_003.0));
        assertThat(cuts(lattice, DynamicPrograms.posteriors(lattice, weights)))
                .allSatisfy(sum -> assertThat(sum).isCloseTo(1, within(1e-6)));
        assertThat(DynamicPrograms.entropy(lattice, weights) / 200_000).isCloseTo(0.8324, within(1e-3));
    }

    @Test
    void pathsOfWeightZeroAreIgnored() {
        Lattice lattice = RandomLattices.grid(3, 3);
        double[] forbidden = new double[RandomLattices.MARKS];
        Arrays.fill(forbidden, Double.NEGATIVE_INFINITY);
        Weights weights = Weights.byMark(lattice, forbidden, 0);
        assertThat(DynamicPrograms.total(lattice, Semirings.LOG, weights)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(DynamicPrograms.best(lattice, weights)).isEmpty();
        assertThat(DynamicPrograms.nBest(lattice, weights, 5)).isEmpty();
        assertThat(DynamicPrograms.posteriors(lattice, weights).arc()).containsOnly(0);
        assertThat(DynamicPrograms.posteriors(lattice, weights).end()).containsOnly(0);
        assertThat(DynamicPrograms.entropy(lattice, weights)).isZero();
    }

    @Test
    void emptyLatticesHaveNoPaths() {
        Lattice empty = RandomLattices.empty();
        Weights weights = Weights.of(empty, new double[0], new double[0]);
        assertThat(DynamicPrograms.countPaths(empty)).isZero();
        assertThat(DynamicPrograms.best(empty, weights)).isEmpty();
        assertThat(DynamicPrograms.nBest(empty, weights, 5)).isEmpty();
        assertThat(DynamicPrograms.posteriors(empty, weights).arc()).isEmpty();
        assertThat(DynamicPrograms.transitions(empty, weights).end()).isEmpty();
        assertThat(DynamicPrograms.entropy(empty, weights)).isZero();
        for (Semirings semiring : Semirings.values()) {
            assertThat(DynamicPrograms.backward(empty, semiring, weights)).isEmpty();
            assertThat(DynamicPrograms.forward(empty, semiring, weights)).isEmpty();
            assertThat(DynamicPrograms.total(empty, semiring, weights)).isEqualTo(semiring.zero());
        }
    }

    @Test
    void cyclicLatticesAreRefused() {
        Lattice cyclic = RandomLattices.cyclic(new SplittableRandom(1));
        Weights weights = Weights.ones(cyclic, Semirings.LOG);
        assertThatThrownBy(() -> DynamicPrograms.entropy(cyclic, weights))
                .isInstanceOf(EspalierException.class)
                .hasMessageStartingWith("a backward pass needs an acyclic lattice");
        assertThatThrownBy(() -> DynamicPrograms.forward(cyclic, Semirings.LOG, weights))
                .hasMessageStartingWith("a forward pass needs an acyclic lattice");
        assertThatThrownBy(() -> DynamicPrograms.countPaths(cyclic))
                .hasMessageStartingWith("the number of paths needs an acyclic lattice");
    }

    @Test
    void infiniteLogWeightsAreRefused() {
        Lattice lattice = RandomLattices.chain(2, 2);
        double[][] bad = {
            {0, Double.POSITIVE_INFINITY, 0, 0}, {1e308, 1e308, 1e308, 1e308}, {-1 / 0.0, 1 / 0.0, 1 / 0.0, -1 / 0.0}
        };
        for (double[] arc : bad) {
            Weights weights = Weights.of(lattice, arc, new double[3]);
            assertThatThrownBy(() -> DynamicPrograms.posteriors(lattice, weights))
                    .isInstanceOf(EspalierException.class)
                    .hasMessageMatching(
                            "the log weight of all paths together is (NaN|Infinity); log weights must be below "
                                    + "infinity and small enough for their sums to be so, and -Infinity forbids an arc");
            assertThatThrownBy(() -> DynamicPrograms.best(lattice, weights)).isInstanceOf(EspalierException.class);
        }
    }

    private static void same(long seed, double found, double expected) {
        if (Double.isInfinite(expected)) {
            assertThat(found).as("seed %d", seed).isEqualTo(expected);
        } else {
            assertThat(found).as("seed %d", seed).isCloseTo(expected, within(1e-11 * Math.max(1, Math.abs(expected))));
        }
    }
}
