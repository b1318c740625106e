package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.espalier.fst.Lattice;
import org.espalier.fst.dp.DynamicPrograms;
import org.junit.jupiter.api.Test;

class RandomPairsTest {
    @Test
    void everyKindOfLatticeOccurs() {
        List<Lattice> lattices = new RandomPairs(7).next(400);
        assertThat(lattices).allSatisfy(lattice -> {
            assertThat(lattice.isAcyclic()).isTrue();
            assertThat(DynamicPrograms.countPaths(lattice)).isBetween(big(2), big(300));
        });
        assertThat(lattices.stream().filter(RandomPairsTest::hasFinalStateWithArcs))
                .hasSizeGreaterThan(40);
        assertThat(lattices.stream().filter(lattice -> !lattice.isCanonical())).hasSizeGreaterThan(40);
        assertThat(lattices.stream().filter(Lattice::isCanonical)).hasSizeGreaterThan(40);
        assertThat(lattices.stream()
                        .filter(lattice -> DynamicPrograms.countPaths(lattice).compareTo(big(30)) > 0))
                .hasSizeGreaterThan(40);
    }

    @Test
    void everyKindOfCycleOccurs() {
        List<Lattice> lattices = new RandomPairs(7).nextCyclic(200);
        assertThat(lattices).noneMatch(Lattice::isAcyclic);
        int large = 0;
        int several = 0;
        int acyclicToo = 0;
        for (Lattice lattice : lattices) {
            LatticeCycles cycles = new LatticeCycles(lattice);
            Map<Integer, Long> sizes = IntStream.range(0, lattice.states())
                    .filter(cycles::isOnCycle)
                    .boxed()
                    .collect(Collectors.groupingBy(cycles::component, Collectors.counting()));
            large += sizes.values().stream().anyMatch(size -> size > 2) ? 1 : 0;
            several += sizes.size() > 1 ? 1 : 0;
            acyclicToo += IntStream.range(0, lattice.states()).allMatch(cycles::isOnCycle) ? 0 : 1;
        }
        assertThat(List.of(large, several, acyclicToo)).allMatch(count -> count > 20);
    }

    @Test
    void equalSeedsGiveEqualLattices() {
        List<Lattice> some = new RandomPairs(8).next(20);
        List<Lattice> same = new RandomPairs(8).next(20);
        for (int k = 0; k < 20; k++) {
            assertThat(same.get(k)).hasToString(some.get(k).toString());
            assertThat(Arrays.equals(same.get(k).input(), some.get(k).input())).isTrue();
        }
    }

    private static java.math.BigInteger big(long value) {
        return java.math.BigInteger.valueOf(value);
    }

    private static boolean hasFinalStateWithArcs(Lattice lattice) {
        return IntStream.range(0, lattice.states())
                .anyMatch(s -> lattice.isFinal(s) && lattice.endArc(s) > lattice.firstArc(s));
    }
}
