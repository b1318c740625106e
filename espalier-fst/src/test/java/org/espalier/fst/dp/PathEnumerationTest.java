package org.espalier.fst.dp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.espalier.fst.Lattice;
import org.espalier.fst.RandomLattices;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.LimitException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PathEnumerationTest {
    @Test
    void listsAllPathsInOrder() {
        for (long seed = 0; seed < 400; seed++) {
            Lattice lattice = RandomLattices.acyclic(new SplittableRandom(seed));
            assertThat(PathEnumeration.of(lattice, Long.MAX_VALUE).stream().toArray(int[][]::new))
                    .as("seed %d", seed)
                    .isDeepEqualTo(BruteForce.paths(lattice).toArray(int[][]::new));
        }
    }

    @Test
    void listsPathsOfBoundedLengthOfCyclicAndAcyclicLattices() {
        for (long seed = 0; seed < 400; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Lattice lattice = seed % 2 == 0 ? RandomLattices.cyclic(random) : RandomLattices.acyclic(random);
            for (int maxMarks = 0; maxMarks < 8; maxMarks++) {
                PathEnumeration paths = PathEnumeration.upTo(lattice, maxMarks, 1_000_000);
                int[][] expected = BruteForce.paths(lattice, maxMarks).toArray(int[][]::new);
                assertThat(paths.stream().toArray(int[][]::new))
                        .as("seed %d, at most %d marks", seed, maxMarks)
                        .isDeepEqualTo(expected);
            }
        }
    }

    @Test
    void refusesMorePathsThanTheBound() {
        Lattice grid = RandomLattices.grid(10, 10);
        assertThat(PathEnumeration.of(grid, 184_756).stream().count()).isEqualTo(184_756);
        assertThatThrownBy(() -> PathEnumeration.of(grid, 184_755))
                .isInstanceOf(LimitException.class)
                .hasMessage("the lattice has 184756 paths, more than the bound of 184755; raise maxPaths, "
                        + "or look at the best paths or at samples instead");
        Lattice binary = RandomLattices.chain(70, 2);
        assertThatThrownBy(() -> PathEnumeration.of(binary, Long.MAX_VALUE))
                .hasMessageStartingWith("the lattice has 1180591620717411303424 paths, more than the bound of");
        assertThatThrownBy(() -> PathEnumeration.upTo(grid, 20, 100))
                .isInstanceOf(LimitException.class)
                .hasMessageStartingWith(
                        "the lattice has 184756 paths of at most 20 marks, more than the bound of 100;");
        assertThatThrownBy(() -> PathEnumeration.upTo(binary, 80, Long.MAX_VALUE))
                .hasMessageStartingWith("the lattice has at least 9223372036854775807 paths of at most 80 marks, more");
    }

    @Test
    void emptyLatticeOrTooFewMarksGiveNoPath() {
        assertThat(PathEnumeration.of(RandomLattices.empty(), 0)).isExhausted();
        assertThat(PathEnumeration.upTo(RandomLattices.empty(), 5, 0)).isExhausted();
        PathEnumeration none = PathEnumeration.upTo(RandomLattices.chain(5, 2), 4, 0);
        assertThat(none).isExhausted();
        assertThatThrownBy(none::next).isInstanceOf(NoSuchElementException.class);
        assertThatThrownBy(() -> PathEnumeration.upTo(RandomLattices.empty(), -1, 0))
                .hasMessage("maxMarks must be >= 0; got: -1");
    }

    @Test
    void cyclicLatticeWithoutBoundIsRefused() {
        Lattice cyclic = RandomLattices.cyclic(new SplittableRandom(1));
        assertThatThrownBy(() -> PathEnumeration.of(cyclic, 10))
                .isInstanceOf(EspalierException.class)
                .hasMessageContaining("needs an acyclic lattice");
    }

    @Test
    @Timeout(60)
    void longPathsAreEnumerated() {
        Lattice lattice = RandomLattices.chain(100_000, 1);
        assertThat(PathEnumeration.of(lattice, 1).next()).hasSize(100_000);
    }

    @Test
    void streamsLazilyAndShowsMarks() {
        Lattice grid = RandomLattices.grid(2, 1);
        Stream<String> marks = PathEnumeration.of(grid, 3).stream()
                .map(arcs -> grid.machine().marks().format(grid.marksOf(arcs)));
        assertThat(marks).containsExactly("a a b", "a b a", "b a a");
        Lattice large = RandomLattices.chain(60, 2);
        assertThat(PathEnumeration.of(large, Long.MAX_VALUE).stream().limit(3)).hasSize(3);
    }
}
