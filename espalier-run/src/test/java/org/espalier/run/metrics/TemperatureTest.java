package org.espalier.run.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.espalier.run.metrics.Temperature.ScoredOutputs;
import org.junit.jupiter.api.Test;

/** Compares temperatures with powers of probabilities, and their fit with a dense grid. */
class TemperatureTest {
    /** Returns log p of outputs, the largest first, whose p have a sum below one. */
    static double[] outputs(Random random) {
        double[] logP = new double[1 + random.nextInt(10)];
        double[] weights = new double[logP.length + 1];
        Arrays.setAll(weights, k -> Math.exp(3 * random.nextGaussian()));
        double total = Arrays.stream(weights).sum();
        Arrays.setAll(logP, k -> -Math.log(weights[k] / total));
        Arrays.sort(logP);
        Arrays.setAll(logP, k -> -logP[k]);
        return logP;
    }

    /** Computes the probabilities by powers; with a rest, that of the rest is the last. */
    private static double[] slowProbabilities(double[] logP, double temperature, boolean hasRest) {
        return slowProbabilities(logP, new double[logP.length], temperature, hasRest);
    }

    /** Computes the probabilities by powers, each times a factor. */
    static double[] slowProbabilities(double[] logP, double[] logFactors, double temperature, boolean hasRest) {
        double[] powers = new double[logP.length + 1];
        double rest = 1;
        for (int k = 0; k < logP.length; k++) {
            powers[k] = Math.pow(Math.exp(logP[k]), 1 / temperature) * Math.exp(logFactors[k]);
            rest -= Math.exp(logP[k]);
        }
        powers[logP.length] = hasRest ? Math.pow(Math.max(0, rest), 1 / temperature) : 0;
        double total = Arrays.stream(powers).sum();
        return Arrays.stream(powers).map(power -> power / total).toArray();
    }

    @Test
    void probabilitiesAreNormalizedPowers() {
        long seed = 20261118;
        Random random = new Random(seed);
        for (int trial = 0; trial < 200; trial++) {
            double[] logP = outputs(random);
            double temperature = Math.exp(random.nextGaussian() / 2);
            boolean hasRest = random.nextBoolean();
            double[] factors = random.doubles(logP.length, -3, 3).toArray();
            double[] expected = slowProbabilities(logP, temperature, hasRest);
            assertThat(new Temperature(temperature).probabilities(logP, hasRest))
                    .as("seed %d", seed)
                    .containsExactly(Arrays.copyOf(expected, logP.length), within(1e-9));
            expected = slowProbabilities(logP, factors, temperature, hasRest);
            assertThat(new Temperature(temperature).probabilities(logP, factors, hasRest))
                    .as("seed %d", seed)
                    .containsExactly(Arrays.copyOf(expected, logP.length), within(1e-9));
        }
    }

    @Test
    void temperatureOneLeavesAConditionalProbabilityAsItIs() {
        double[] logP = {Math.log(0.5), Math.log(0.2), Double.NEGATIVE_INFINITY};
        assertThat(new Temperature(1).probabilities(logP, true))
                .containsExactly(new double[] {0.5, 0.2, 0}, within(1e-15));
        assertThat(new Temperature(1).probabilities(logP, false))
                .containsExactly(new double[] {5 / 7.0, 2 / 7.0, 0}, within(1e-15));
        double[] none = {Double.NEGATIVE_INFINITY};
        assertThat(new Temperature(2).probabilities(none, false)).containsExactly(0);
        assertThat(new Temperature(2).probabilities(none, true)).containsExactly(0);
    }

    /** Estimates of p may have a sum above one; then nothing is left for others. */
    @Test
    void sumAboveOneLeavesNoRest() {
        double[] logP = {Math.log(0.9), Math.log(0.3)};
        assertThat(new Temperature(1).probabilities(logP, true))
                .containsExactly(new double[] {0.75, 0.25}, within(1e-15));
        assertThat(new Temperature(1).standardErrors(logP, new double[2], new double[] {0.1, 0}, true))
                .containsExactly(new double[] {0.75 * 0.25 * 0.1, 0.25 * 0.75 * 0.1}, within(1e-15));
    }

    @Test
    void standardErrorsFollowFiniteDifferences() {
        long seed = 20261119;
        Random random = new Random(seed);
        double step = 1e-6;
        for (int trial = 0; trial < 100; trial++) {
            double[] logP = outputs(random);
            Temperature temperature = new Temperature(Math.exp(random.nextGaussian() / 2));
            // Close to 0 the power of the rest is too steep for a finite difference.
            boolean hasRest =
                    random.nextBoolean() && Arrays.stream(logP).map(Math::exp).sum() < 0.99;
            double[] errors = new double[logP.length];
            Arrays.setAll(errors, k -> random.nextDouble());
            double[] factors = trial % 2 == 0
                    ? new double[logP.length]
                    : random.doubles(logP.length, 0, 3).toArray();
            double[] variances = new double[logP.length];
            for (int j = 0; j < logP.length; j++) {
                double[] more = logP.clone();
                double[] less = logP.clone();
                more[j] += step;
                less[j] -= step;
                double[] above = temperature.probabilities(more, factors, hasRest);
                double[] below = temperature.probabilities(less, factors, hasRest);
                for (int i = 0; i < logP.length; i++) {
                    variances[i] += Math.pow((above[i] - below[i]) / (2 * step) * errors[j], 2);
                }
            }
            double[] found = temperature.standardErrors(logP, factors, errors, hasRest);
            for (int i = 0; i < logP.length; i++) {
                assertThat(found[i])
                        .as("seed %d, trial %d", seed, trial)
                        .isCloseTo(Math.min(0.5, Math.sqrt(variances[i])), within(1e-4));
            }
        }
    }

    /** Draws inputs whose right outputs have the probabilities at a temperature. */
    private static List<ScoredOutputs> drawn(Random random, int size, double temperature, boolean hasRest) {
        List<ScoredOutputs> inputs = new ArrayList<>();
        for (int k = 0; k < size; k++) {
            double[] logP = outputs(random);
            double best = slowProbabilities(logP, temperature, hasRest)[0];
            inputs.add(new ScoredOutputs(logP, random.nextDouble() < best));
        }
        return inputs;
    }

    private static double slowLoss(List<ScoredOutputs> inputs, double temperature, boolean hasRest) {
        double loss = Math.pow(Math.log(temperature), 2) / 2;
        for (ScoredOutputs input : inputs) {
            double best = slowProbabilities(input.logP(), temperature, hasRest)[0];
            double stated = input.isFirstCorrect() ? best : 1 - best;
            loss -= Math.log(Math.max(1e-6, Math.min(1 - 1e-6, stated)));
        }
        return loss;
    }

    @Test
    void fitIsTheMinimumOfADenseGrid() {
        long seed = 20261120;
        Random random = new Random(seed);
        for (int trial = 0; trial < 10; trial++) {
            boolean hasRest = trial % 2 == 0;
            List<ScoredOutputs> inputs =
                    drawn(random, 20 + random.nextInt(80), Math.exp(random.nextGaussian()), hasRest);
            double least = Double.POSITIVE_INFINITY;
            double best = 0;
            for (double logT = -2.9; logT <= 2.9; logT += 0.005) {
                double loss = slowLoss(inputs, Math.exp(logT), hasRest);
                if (loss < least) {
                    least = loss;
                    best = logT;
                }
            }
            double found = Temperature.fit(inputs, hasRest).value();
            assertThat(slowLoss(inputs, found, hasRest)).as("seed %d", seed).isLessThan(least + 1e-9);
            assertThat(Math.log(found)).as("seed %d", seed).isCloseTo(best, within(0.0051));
        }
    }

    @Test
    void trueTemperatureIsRecovered() {
        long seed = 20261121;
        Random random = new Random(seed);
        for (double temperature : new double[] {0.5, 1, 2}) {
            for (boolean hasRest : new boolean[] {false, true}) {
                Temperature found = Temperature.fit(drawn(random, 5_000, temperature, hasRest), hasRest);
                assertThat(Math.log(found.value()))
                        .as("seed %d, temperature %s, rest %s", seed, temperature, hasRest)
                        .isCloseTo(Math.log(temperature), within(0.25));
            }
        }
    }

    /** Without the term (ln T)²/2, the temperature would be 0, or infinite. */
    @Test
    void oneSidedInputsGiveAModerateTemperature() {
        List<ScoredOutputs> right = new ArrayList<>();
        List<ScoredOutputs> wrong = new ArrayList<>();
        for (int k = 0; k < 50; k++) {
            double[] logP = {Math.log(0.9), Math.log(0.05)};
            right.add(new ScoredOutputs(logP, true));
            wrong.add(new ScoredOutputs(logP, false));
        }
        assertThat(Temperature.fit(right, true).value()).isBetween(0.2, 0.8);
        assertThat(Temperature.fit(wrong, true).value()).isBetween(2.0, 20.0);
        assertThat(Temperature.fit(List.of(), true).value()).isCloseTo(1, within(1e-6));
        assertThat(Temperature.fit(List.of(new ScoredOutputs(new double[0], false)), true)
                        .value())
                .isCloseTo(1, within(1e-6));
    }

    @Test
    void temperatureMustBePositive() {
        for (double value : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> new Temperature(value))
                    .hasMessage("a temperature must be a number above 0; found " + value);
        }
    }
}
