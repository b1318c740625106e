package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeOptions;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatticeCacheTest {
    private static final Lattices LATTICES = Lattices.of(machine());

    private static Mfst machine() {
        Mfst.Builder machine = Mfst.builder();
        int q = machine.state();
        machine.accept(q);
        for (int k = 0; k < 400; k++) {
            machine.arc(q, q, "a" + k, "", "delete").arc(q, q, "", "b" + k, "insert");
        }
        machine.arc(q, machine.state(), "dead", "", "delete");
        return machine.build();
    }

    private static LatticeCache cache(long maxBytes, int... lengths) {
        LatticeCache.Builder builder = LatticeCache.builder(LATTICES, LatticeOptions.DEFAULT);
        for (int length : lengths) {
            builder.add(IntStream.range(0, length).map(k -> 60 * k).toArray(), new int[] {length, 399});
        }
        return builder.build(maxBytes);
    }

    @Test
    void eachPairHasItsWeight() {
        LatticeCache cache = LatticeCache.builder(LATTICES, LatticeOptions.DEFAULT)
                .add(new int[] {60}, new int[] {1}, 2.5)
                .add(new int[] {60}, new int[] {1})
                .add(cache(0, 4).lattice(0), 3)
                .build(0);
        assertThat(IntStream.range(0, 3).mapToDouble(cache::weight)).containsExactly(2.5, 1.0, 3.0);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void weightMustBeFiniteAndPositive(double weight) {
        LatticeCache.Builder builder = LatticeCache.builder(LATTICES, LatticeOptions.DEFAULT);
        assertThatThrownBy(() -> builder.add(new int[] {60}, new int[] {1}, weight))
                .isInstanceOf(EspalierException.class)
                .hasMessage("the weight of a pair must be a finite number above 0; got " + weight
                        + ", so correct or drop the pair");
    }

    @Test
    void eachPairHasItsLattice() {
        LatticeCache cache = cache(1_000_000, 0, 1, 6, 3);
        assertThat(cache.size()).isEqualTo(4);
        assertThat(cache.lattice(2).input()).containsExactly(0, 60, 120, 180, 240, 300);
        assertThat(cache.lattice(2).output()).containsExactly(6, 399);
        assertThat(cache.lattice(0).input()).isEmpty();
        assertThat(cache.lattice(3).inputLength()).isEqualTo(3);
        assertThat(cache.statistics())
                .isEqualTo(new LatticeCache.Statistics(
                        1,
                        3,
                        3,
                        cache.lattice(0).bytes()
                                + cache.lattice(2).bytes()
                                + cache.lattice(3).bytes()));
    }

    @Test
    void leastRecentlyUsedLatticeIsDroppedFirst() {
        long bytes = cache(0, 4).lattice(0).bytes();
        LatticeCache cache = cache(3 * bytes + 5, 4, 4, 4, 4);
        Lattice first = cache.lattice(0);
        Lattice second = cache.lattice(1);
        cache.lattice(2);
        assertThat(cache.lattice(0)).isSameAs(first);
        cache.lattice(3);
        assertThat(cache.statistics()).isEqualTo(new LatticeCache.Statistics(1, 4, 3, 3 * bytes));
        assertThat(cache.lattice(0)).isSameAs(first);
        assertThat(cache.lattice(1)).isNotSameAs(second);
        assertThat(cache.statistics()).isEqualTo(new LatticeCache.Statistics(2, 5, 3, 3 * bytes));
    }

    @Test
    void latticeLargerThanTheBoundDropsNoOther() {
        LatticeCache cache = cache(cache(0, 2).lattice(0).bytes(), 2, 6);
        Lattice small = cache.lattice(0);
        cache.lattice(1);
        assertThat(cache.lattice(0)).isSameAs(small);
        assertThat(cache.statistics().lattices()).isEqualTo(1);
    }

    @Test
    void boundHoldsForRandomRequests() {
        long seed = 20261116;
        System.out.println("cache, seed " + seed);
        Random random = new Random(seed);
        LatticeCache cache = cache(1_200, 0, 1, 2, 3, 4, 5, 6);
        for (int k = 0; k < 500; k++) {
            int pair = random.nextInt(7);
            assertThat(cache.lattice(pair).inputLength()).isEqualTo(pair);
            assertThat(cache.statistics().bytes()).isBetween(0L, 1_200L);
        }
        LatticeCache.Statistics statistics = cache.statistics();
        assertThat(statistics.hits() + statistics.misses()).isEqualTo(500);
        assertThat(statistics.hits()).isPositive();
    }

    @Test
    void threadsCanShareACache() throws InterruptedException {
        LatticeCache cache = cache(1_200, 0, 1, 2, 3, 4, 5, 6);
        List<Throwable> failures = java.util.Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            Random random = new Random(t);
            Thread thread = new Thread(() -> {
                for (int k = 0; k < 300; k++) {
                    int pair = random.nextInt(7);
                    assertThat(cache.lattice(pair).inputLength()).isEqualTo(pair);
                }
            });
            thread.setUncaughtExceptionHandler((failed, failure) -> failures.add(failure));
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failures).isEmpty();
        assertThat(cache.statistics().hits() + cache.statistics().misses()).isEqualTo(900);
        assertThat(cache.statistics().bytes()).isBetween(0L, 1_200L);
    }

    @Test
    void invalidArgumentsAreRefused() {
        int dead = LATTICES.machine().input().id("dead");
        LatticeCache cache = LatticeCache.builder(LATTICES, LatticeOptions.DEFAULT)
                .add(new int[] {0}, new int[] {})
                .add(new int[] {0, dead}, new int[] {})
                .build(1_000);
        assertThat(cache.lattice(0).isEmpty()).isFalse();
        assertThatThrownBy(() -> cache.lattice(1))
                .isInstanceOf(EspalierException.class)
                .hasMessageStartingWith("pair 1 has no lattice: no path of the machine generates this pair: ");
        assertThatThrownBy(() -> cache(-1, 2)).hasMessage("a cache's bound in bytes must be 0 or more; got -1");
        assertThatThrownBy(() ->
                        LatticeCache.builder(LATTICES, LatticeOptions.DEFAULT).add(new int[] {-1}, new int[0]))
                .hasMessage("symbols are numbers from 0 on; got -1");
    }

    @Test
    void latticesThatWereBuiltBeforeAreKeptWithinTheBound() {
        long bytes = cache(0, 4).lattice(0).bytes();
        LatticeCache.Builder builder = LatticeCache.builder(LATTICES, LatticeOptions.DEFAULT);
        Lattice first = cache(0, 4).lattice(0);
        builder.add(first).add(new int[] {60}, new int[] {1}).add(cache(0, 4).lattice(0));
        LatticeCache all = builder.build(2 * bytes);
        assertThat(all.statistics()).isEqualTo(new LatticeCache.Statistics(0, 0, 2, 2 * bytes));
        assertThat(all.lattice(0)).isSameAs(first);
        assertThat(all.lattice(1).input()).containsExactly(60);
        assertThat(all.statistics().hits()).isEqualTo(1);
        assertThat(all.statistics().misses()).isEqualTo(1);
        LatticeCache none = builder.build(bytes - 1);
        assertThat(none.statistics()).isEqualTo(new LatticeCache.Statistics(0, 0, 0, 0));
        assertThat(none.lattice(0).output()).isEqualTo(first.output());
    }
}
