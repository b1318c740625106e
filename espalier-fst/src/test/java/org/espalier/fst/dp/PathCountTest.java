package org.espalier.fst.dp;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.SplittableRandom;
import org.espalier.fst.Lattice;
import org.espalier.fst.RandomLattices;
import org.espalier.fst.TaskMachines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PathCountTest {
    @Test
    void countMatchesEnumeration() {
        for (long seed = 0; seed < 500; seed++) {
            Lattice lattice = RandomLattices.acyclic(new SplittableRandom(seed));
            assertThat(PathCount.of(lattice))
                    .as("seed %d", seed)
                    .isEqualTo(BruteForce.paths(lattice).size());
        }
    }

    @Test
    void countOnAGridIsABinomialCoefficient() {
        for (int n : new int[] {0, 1, 2, 30, 31, 32, 33, 34, 35, 40, 70}) {
            for (int m : new int[] {0, 1, 3, 30, 31, 32, 33, 34, 35, 80}) {
                assertThat(PathCount.of(RandomLattices.grid(m, n))).isEqualTo(TaskMachines.binomial(m + n, n));
            }
        }
    }

    @Test
    void countsBeyondLongAreExact() {
        for (int length = 60; length < 70; length++) {
            assertThat(PathCount.of(RandomLattices.chain(length, 2))).isEqualTo(BigInteger.TWO.pow(length));
        }
    }

    @Test
    @Timeout(60)
    void countOfLargeGridIsFeasible() {
        assertThat(PathCount.of(RandomLattices.grid(400, 400))).isEqualTo(TaskMachines.binomial(800, 400));
    }
}
