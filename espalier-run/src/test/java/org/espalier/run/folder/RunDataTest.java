package org.espalier.run.folder;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.fst.Lattice;
import org.espalier.model.LatticeSource;
import org.junit.jupiter.api.Test;

class RunDataTest {
    /** A source that records the numbers of the pairs it is asked for. */
    private static final class Noting implements LatticeSource {
        private final int size;
        private final List<Integer> asked = new ArrayList<>();

        Noting(int size) {
            this.size = size;
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public Lattice lattice(int pair) {
            asked.add(pair);
            throw new UnsupportedOperationException();
        }
    }

    /** Pairs whose weight is their number. */
    private record Weighted(int size) implements LatticeSource {
        @Override
        public Lattice lattice(int pair) {
            throw new UnsupportedOperationException();
        }

        @Override
        public double weight(int pair) {
            return pair;
        }
    }

    @Test
    void partsKeepTheWeightsOfTheirPairs() {
        Noting all = new Noting(97);
        List<Integer> valid = numbers(all, RunData.split(all, 0.1, 3).valid());
        LatticeSource weighted = RunData.split(new Weighted(97), 0.1, 3).valid();
        assertThat(IntStream.range(0, weighted.size()).mapToObj(weighted::weight))
                .containsExactlyElementsOf(
                        valid.stream().map(Integer::doubleValue).toList());
    }

    private static List<Integer> numbers(Noting all, LatticeSource some) {
        all.asked.clear();
        for (int k = 0; k < some.size(); k++) {
            try {
                some.lattice(k);
            } catch (UnsupportedOperationException e) {
                // recorded
            }
        }
        return List.copyOf(all.asked);
    }

    @Test
    void eachPairIsInOnePartAndSeedChoosesIt() {
        Noting all = new Noting(97);
        RunData.Split split = RunData.split(all, 0.1, 3);
        List<Integer> train = numbers(all, split.train());
        List<Integer> valid = numbers(all, split.valid());
        assertThat(train).hasSize(87).isSorted();
        assertThat(valid).hasSize(10).isSorted();
        List<Integer> both = new ArrayList<>(train);
        both.addAll(valid);
        assertThat(both)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 97).boxed().toList());
        assertThat(numbers(all, RunData.split(all, 0.1, 3).valid())).isEqualTo(valid);
        assertThat(numbers(all, RunData.split(all, 0.1, 4).valid())).isNotEqualTo(valid);
    }

    @Test
    void smallShareHoldsOutOnePairAndZeroShareNone() {
        Noting two = new Noting(2);
        assertThat(RunData.split(two, 0.1, 1).valid().size()).isOne();
        assertThat(RunData.split(two, 0, 1).train()).isSameAs(two);
        assertThat(RunData.split(two, 0, 1).valid()).isSameAs(two);
    }
}
