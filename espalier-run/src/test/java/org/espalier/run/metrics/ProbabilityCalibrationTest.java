package org.espalier.run.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.espalier.run.metrics.ProbabilityCalibration.Candidates;
import org.junit.jupiter.api.Test;

/** Compares the fit of bonus and temperature with a dense grid, and with the values from which right outputs were drawn. */
class ProbabilityCalibrationTest {
    /** Draws inputs whose right outputs have the probabilities of a bonus and a temperature; maybe none of the outputs is right. */
    private static List<Candidates> drawn(Random random, int size, double bonus, double temperature, boolean hasRest) {
        List<Candidates> inputs = new ArrayList<>();
        for (int n = 0; n < size; n++) {
            double[] logP = TemperatureTest.outputs(random);
            boolean[] listed = new boolean[logP.length];
            double[] factors = new double[logP.length];
            for (int k = 0; k < logP.length; k++) {
                listed[k] = random.nextInt(3) == 0;
                factors[k] = listed[k] ? bonus : 0;
            }
            double[] probabilities = TemperatureTest.slowProbabilities(logP, factors, temperature, hasRest);
            boolean[] correct = new boolean[logP.length];
            double left = random.nextDouble();
            for (int k = 0; k < logP.length && left >= 0; k++) {
                left -= probabilities[k];
                correct[k] = left < 0;
            }
            inputs.add(new Candidates(logP, listed, correct));
        }
        return inputs;
    }

    private static double slowLoss(List<Candidates> inputs, double bonus, double logT, boolean hasRest) {
        double loss = logT * logT / 2;
        for (Candidates input : inputs) {
            double[] factors = new double[input.logP().length];
            for (int k = 0; k < factors.length; k++) {
                factors[k] = input.listed()[k] ? bonus : 0;
            }
            double[] probabilities = TemperatureTest.slowProbabilities(input.logP(), factors, Math.exp(logT), hasRest);
            double right = 0;
            for (int k = 0; k < factors.length; k++) {
                right += input.correct()[k] ? probabilities[k] : 0;
            }
            double none = probabilities[factors.length];
            if (right > 0) {
                loss -= Math.log(Math.max(1e-6, right));
            } else if (hasRest) {
                loss -= Math.log(Math.max(1e-6, none));
            }
        }
        return loss;
    }

    @Test
    void fitIsTheMinimumOfADenseGrid() {
        long seed = 20261122;
        Random random = new Random(seed);
        for (int trial = 0; trial < 6; trial++) {
            boolean hasRest = trial % 2 == 0;
            List<Candidates> inputs = drawn(
                    random,
                    40 + random.nextInt(60),
                    3 * random.nextDouble(),
                    Math.exp(random.nextGaussian() / 2),
                    hasRest);
            double least = Double.POSITIVE_INFINITY;
            for (double bonus = 0; bonus <= 10; bonus += 0.05) {
                for (double logT = -2.9; logT <= 2.9; logT += 0.05) {
                    least = Math.min(least, slowLoss(inputs, bonus, logT, hasRest));
                }
            }
            ProbabilityCalibration found = ProbabilityCalibration.fit(inputs, hasRest);
            assertThat(slowLoss(
                            inputs,
                            found.wordBonus(),
                            Math.log(found.temperature().value()),
                            hasRest))
                    .as("seed %d, trial %d", seed, trial)
                    .isLessThan(least + 1e-6);
        }
    }

    @Test
    void trueBonusAndTemperatureAreRecovered() {
        long seed = 20261123;
        Random random = new Random(seed);
        for (double bonus : new double[] {0, 2}) {
            for (boolean hasRest : new boolean[] {false, true}) {
                ProbabilityCalibration found =
                        ProbabilityCalibration.fit(drawn(random, 5_000, bonus, 1.5, hasRest), hasRest);
                assertThat(found.wordBonus())
                        .as("seed %d, rest %s", seed, hasRest)
                        .isCloseTo(bonus, within(0.3));
                assertThat(Math.log(found.temperature().value()))
                        .as("seed %d, rest %s", seed, hasRest)
                        .isCloseTo(Math.log(1.5), within(0.15));
            }
        }
    }

    private static double slowLossOfFirst(List<Candidates> inputs, double bonus, double logT) {
        double loss = logT * logT / 2;
        for (Candidates input : inputs) {
            double[] factors = new double[input.logP().length];
            for (int k = 0; k < factors.length; k++) {
                factors[k] = input.listed()[k] ? bonus : 0;
            }
            double[] probabilities = TemperatureTest.slowProbabilities(input.logP(), factors, Math.exp(logT), false);
            int first = 0;
            for (int k = 0; k < factors.length; k++) {
                first = probabilities[k] > probabilities[first] ? k : first;
            }
            double stated = input.correct()[first] ? probabilities[first] : 1 - probabilities[first];
            loss -= Math.log(Math.min(1 - 1e-6, Math.max(1e-6, stated)));
        }
        return loss;
    }

    /** Of every third input no output is right, which the fit without a rest ignores, but not the probability of the first. */
    @Test
    void temperatureWithoutRestCountsInputsWithoutRightOutput() {
        long seed = 20261124;
        List<Candidates> inputs = drawn(new Random(seed), 300, 2, 1.5, false);
        for (int k = 0; k < inputs.size(); k += 3) {
            Candidates input = inputs.get(k);
            inputs.set(k, new Candidates(input.logP(), input.listed(), new boolean[input.logP().length]));
        }
        ProbabilityCalibration ignoring = ProbabilityCalibration.fit(inputs, false);
        ProbabilityCalibration counting = ignoring.withTemperatureFor(inputs);
        double order = ignoring.wordBonus() * ignoring.temperature().value();
        assertThat(counting.wordBonus() * counting.temperature().value())
                .as("seed %d", seed)
                .isCloseTo(order, within(1e-9));
        double least = Double.POSITIVE_INFINITY;
        for (double logT = -2.9; logT <= 2.9; logT += 0.01) {
            least = Math.min(least, slowLossOfFirst(inputs, order / Math.exp(logT), logT));
        }
        double found = slowLossOfFirst(
                inputs, counting.wordBonus(), Math.log(counting.temperature().value()));
        assertThat(found).as("seed %d", seed).isLessThan(least + 1e-6);
        assertThat(found)
                .as("seed %d", seed)
                .isLessThan(slowLossOfFirst(
                                inputs,
                                ignoring.wordBonus(),
                                Math.log(ignoring.temperature().value()))
                        - 1);
        assertThat(counting.temperature().value())
                .isGreaterThan(1.2 * ignoring.temperature().value());
    }

    /** Listed outputs that are always right would have an infinite bonus, and where nothing is listed any bonus is as good. */
    @Test
    void bonusIsBounded() {
        List<Candidates> listedAreRight = new ArrayList<>();
        List<Candidates> nothingIsListed = new ArrayList<>();
        double[] logP = {Math.log(0.6), Math.log(0.3)};
        for (int k = 0; k < 50; k++) {
            listedAreRight.add(new Candidates(logP, new boolean[] {false, true}, new boolean[] {false, true}));
            nothingIsListed.add(new Candidates(logP, new boolean[2], new boolean[] {k % 2 == 0, false}));
        }
        assertThat(ProbabilityCalibration.fit(listedAreRight, true).wordBonus()).isBetween(5.0, 10.0);
        assertThat(ProbabilityCalibration.fit(nothingIsListed, true).wordBonus())
                .isZero();
        ProbabilityCalibration fromNothing = ProbabilityCalibration.fit(List.of(), false);
        assertThat(fromNothing.wordBonus()).isZero();
        assertThat(fromNothing.temperature().value()).isCloseTo(1, within(1e-6));
    }

    @Test
    void bonusDependsOnInputsWithListedOutcomesAndOthers() {
        double[] two = {Math.log(0.6), Math.log(0.3)};
        boolean[] none = {false, false};
        boolean[] second = {false, true};
        boolean[] both = {true, true};
        assertThat(new Candidates(two, second, second).dependsOnBonus(false)).isTrue();
        assertThat(new Candidates(two, second, none).dependsOnBonus(false)).isFalse();
        assertThat(new Candidates(two, second, none).dependsOnBonus(true)).isTrue();
        assertThat(new Candidates(two, both, second).dependsOnBonus(false)).isFalse();
        assertThat(new Candidates(two, both, second).dependsOnBonus(true)).isTrue();
        assertThat(new Candidates(two, none, second).dependsOnBonus(true)).isFalse();
        double[] oneImpossible = {Math.log(0.6), Double.NEGATIVE_INFINITY};
        assertThat(new Candidates(oneImpossible, second, second).dependsOnBonus(true))
                .isFalse();
    }

    @Test
    void listedOutputsBecomeMoreProbable() {
        ProbabilityCalibration bonus = new ProbabilityCalibration(new Temperature(1), Math.log(4));
        double[] logP = {Math.log(0.5), Math.log(0.25), Double.NEGATIVE_INFINITY};
        double[] factors = bonus.logFactors(new boolean[] {false, true, true});
        assertThat(bonus.temperature().probabilities(logP, factors, true))
                .containsExactly(new double[] {0.5 / 1.75, 1 / 1.75, 0}, within(1e-12));
    }

    @Test
    void bonusMustNotBeNegative() {
        for (double value : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> new ProbabilityCalibration(new Temperature(1), value))
                    .hasMessage("a word bonus must be a number of at least 0; found " + value);
        }
    }
}
