package org.espalier.model.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RunningMeanTest {
    private static final long SEED = 31;

    @Test
    void weightedNumbersAreThatManyNumbers() {
        Random random = new Random(SEED);
        for (int round = 0; round < 200; round++) {
            RunningMean weighted = new RunningMean();
            List<Double> all = new ArrayList<>();
            for (int k = 0; k < 1 + random.nextInt(6); k++) {
                double value = random.nextGaussian();
                int count = 1 + random.nextInt(4);
                weighted.add(value, count);
                for (int copy = 0; copy < count; copy++) {
                    all.add(value);
                }
            }
            double mean =
                    all.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
            double squares =
                    all.stream().mapToDouble(value -> Math.pow(value - mean, 2)).sum();
            assertThat(weighted.estimate().value()).as("seed %s", SEED).isCloseTo(mean, within(1e-12));
            if (all.size() > 1) {
                assertThat(weighted.estimate().standardError())
                        .as("seed %s", SEED)
                        .isCloseTo(Math.sqrt(squares / (all.size() - 1) / all.size()), within(1e-7));
            }
        }
    }

    @Test
    void equalNumbersHaveAStandardErrorDespiteRounding() {
        Random random = new Random(SEED);
        for (int round = 0; round < 1000; round++) {
            double value = random.nextGaussian();
            RunningMean mean = new RunningMean();
            for (int k = 0; k < 4; k++) {
                mean.add(value, 1 + random.nextInt(50));
            }
            assertThat(mean.estimate().standardError()).as("seed %s", SEED).isBetween(0.0, 1e-7);
        }
    }
}
