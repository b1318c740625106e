package org.espalier.fst.dp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.espalier.fst.Lattice;
import org.espalier.fst.RandomLattices;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class BestPathsTest {
    private static final int CASES = 400;

    /** Weights are multiples of a half, which add up exactly, so that many paths have exactly equal weights. */
    @Test
    void equalPathsAreOrderedByMarks() {
        for (long seed = 0; seed < CASES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Lattice lattice = RandomLattices.acyclic(random);
            Weights weights = BruteForce.weights(
                    lattice, () -> random.nextInt(8) == 0 ? Double.NEGATIVE_INFINITY : random.nextInt(-2, 3) / 2.0);
            List<LatticePath> expected = sorted(lattice, weights);
            assertThat(DynamicPrograms.nBest(lattice, weights, Integer.MAX_VALUE))
                    .as("seed %d", seed)
                    .isEqualTo(expected);
            for (int n : new int[] {0, 1, 2, 3, 5, 10, 100}) {
                assertThat(DynamicPrograms.nBest(lattice, weights, n))
                        .as("seed %d, n=%d", seed, n)
                        .isEqualTo(expected.subList(0, Math.min(n, expected.size())));
            }
            assertThat(DynamicPrograms.best(lattice, weights))
                    .as("seed %d", seed)
                    .isEqualTo(expected.stream().findFirst());
        }
    }

    @Test
    void nBestMatchesSortedEnumeration() {
        for (long seed = 0; seed < CASES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Lattice lattice = RandomLattices.acyclic(random);
            Weights weights = BruteForce.logWeights(lattice, random);
            List<LatticePath> expected = sorted(lattice, weights);
            List<LatticePath> found = DynamicPrograms.nBest(lattice, weights, expected.size() + 1);
            assertThat(found).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(expected);
            for (int i = 0; i < found.size(); i++) {
                assertThat(found.get(i).logWeight())
                        .as("seed %d, path %d", seed, i)
                        .isCloseTo(expected.get(i).logWeight(), within(1e-12));
            }
        }
    }

    private static List<LatticePath> sorted(Lattice lattice, Weights weights) {
        return BruteForce.paths(lattice).stream()
                .map(arcs -> LatticePath.of(lattice, weights, arcs))
                .filter(path -> path.logWeight() > Double.NEGATIVE_INFINITY)
                .sorted(Comparator.comparingDouble(LatticePath::logWeight).reversed())
                .toList();
    }

    @Test
    void endingComesFirstAmongEqualPaths() {
        Lattice lattice = latticeWithOptionalMarks();
        Weights weights = Weights.ones(lattice, Semirings.LOG);
        assertThat(DynamicPrograms.best(lattice, weights)).contains(new LatticePath(new int[0], 0));
    }

    private static Lattice latticeWithOptionalMarks() {
        for (long seed = 0; ; seed++) {
            Lattice lattice = RandomLattices.acyclic(new SplittableRandom(seed));
            if (lattice.isFinal(0) && lattice.arcs() > 0) {
                return lattice;
            }
        }
    }

    @Tag("slow")
    @Test
    @Timeout(60)
    void nBestOfLargeLatticesIsFeasible() {
        Lattice lattice = RandomLattices.chain(100_000, 2);
        List<LatticePath> equal = DynamicPrograms.nBest(lattice, Weights.ones(lattice, Semirings.LOG), 50);
        assertThat(equal).hasSize(50).doesNotHaveDuplicates();
        assertThat(equal.get(49).marks(lattice)).endsWith(0, 1, 1, 0, 0, 0, 1);

        SplittableRandom random = new SplittableRandom(1);
        Weights weights = BruteForce.weights(lattice, random::nextDouble);
        List<LatticePath> different = DynamicPrograms.nBest(lattice, weights, 50);
        assertThat(different).hasSize(50).doesNotHaveDuplicates();
    }

    @Test
    void negativeNumberOfPathsIsRefused() {
        Lattice lattice = RandomLattices.chain(1, 1);
        assertThatThrownBy(() -> DynamicPrograms.nBest(lattice, Weights.ones(lattice, Semirings.LOG), -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("n must be >= 0; got: -1");
    }
}
