package org.espalier.model.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DataOrderTest {
    @Test
    void everyEpochHasEveryPairOnce() {
        for (int pairs : new int[] {1, 4, 5, 16, 33}) {
            DataOrder order = new DataOrder(3, pairs, 4, 0);
            int steps = DataOrder.stepsPerEpoch(pairs, 4);
            for (int epoch = 0; epoch < 3; epoch++) {
                long first = (long) epoch * steps;
                assertThat(LongStream.range(first, first + steps)
                                .flatMap(
                                        step -> Arrays.stream(order.pairs(step)).asLongStream())
                                .sorted()
                                .toArray())
                        .isEqualTo(LongStream.range(0, pairs).toArray());
                assertThat(order.epoch(first)).isEqualTo(epoch);
                assertThat(order.epoch(first + steps - 1)).isEqualTo(epoch);
            }
        }
    }

    @Test
    void stepsBeforeTheFirstEpochHaveNoPairs() {
        DataOrder order = new DataOrder(3, 9, 4, 5);
        assertThat(order.pairs(4)).isEmpty();
        assertThat(order.epoch(4)).isEqualTo(-1);
        DataOrder without = new DataOrder(3, 9, 4, 0);
        for (int step = 0; step < 7; step++) {
            assertThat(order.pairs(5 + step)).isEqualTo(without.pairs(step));
            assertThat(order.epoch(5 + step)).isEqualTo(without.epoch(step));
        }
    }

    @Test
    void orderDependsOnSeedAndStepOnly() {
        DataOrder forth = new DataOrder(3, 33, 4, 0);
        int[][] batches = IntStream.range(0, 40).mapToObj(forth::pairs).toArray(int[][]::new);
        DataOrder back = new DataOrder(3, 33, 4, 0);
        for (int step = 39; step >= 0; step--) {
            assertThat(back.pairs(step)).isEqualTo(batches[step]);
        }
        assertThat(batches[0]).isNotEqualTo(batches[DataOrder.stepsPerEpoch(33, 4)]);
        assertThat(new DataOrder(4, 33, 4, 0).pairs(0)).isNotEqualTo(batches[0]);
    }
}
