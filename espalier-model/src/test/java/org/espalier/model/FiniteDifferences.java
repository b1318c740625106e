package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * Compares gradients with central differences. A gradient has one vector per parameter and is compared along random
 * directions; already one direction reveals an entry that is wrong.
 */
final class FiniteDifferences {
    private static final double STEP = 1e-4;
    private static final double TOLERANCE = 1e-7;
    private static final int DIRECTIONS = 2;

    private FiniteDifferences() {}

    /** Requires that the tables have the names and shapes of the gradients. */
    static void assertGradient(
            ReferenceParameters gradients,
            ReferenceParameters numbers,
            ToDoubleFunction<ReferenceParameters> function,
            SplittableRandom random,
            String what) {
        for (String name : numbers.names()) {
            for (int k = 0; k < DIRECTIONS; k++) {
                double[] direction = direction(numbers.values(name).length, random);
                double above = function.applyAsDouble(moved(numbers, name, STEP, direction));
                double below = function.applyAsDouble(moved(numbers, name, -STEP, direction));
                double expected = (above - below) / (2 * STEP);
                assertThat(Vectors.dot(gradients.values(name), direction))
                        .as("derivative by %s, %s", name, what)
                        .isCloseTo(expected, within(TOLERANCE * (1 + Math.abs(expected))));
            }
        }
    }

    private static double[] direction(int size, SplittableRandom random) {
        double[] direction = new double[size];
        Arrays.setAll(direction, i -> random.nextGaussian());
        return Vectors.scaled(1 / Math.sqrt(Vectors.dot(direction, direction)), direction);
    }

    private static ReferenceParameters moved(
            ReferenceParameters numbers, String name, double step, double[] direction) {
        return numbers.with(name, Vectors.sum(numbers.values(name), Vectors.scaled(step, direction)));
    }
}
