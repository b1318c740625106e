package org.espalier.run.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Compares the calibration of probabilities with its definition, written down for inputs one by one. */
class CalibrationMetricsTest {
    private static Confidence one(double probability, boolean isCorrect) {
        return new Confidence(probability, isCorrect, 1);
    }

    /** Returns inputs with some equal probabilities and whole weights. */
    private static List<Confidence> random(Random random, int size, boolean weighted) {
        List<Confidence> inputs = new ArrayList<>();
        for (int k = 0; k < size; k++) {
            double probability = random.nextInt(3) == 0 ? random.nextInt(5) / 4.0 : random.nextDouble();
            inputs.add(new Confidence(probability, random.nextBoolean(), weighted ? 1 + random.nextInt(3) : 1));
        }
        return inputs;
    }

    /** Computes the error of inputs that are repeated as often as they weigh, with whole numbers where bins are decided. */
    private static double slowError(List<Confidence> inputs, int bins) {
        Map<Double, List<Confidence>> byProbability = new TreeMap<>();
        long total = 0;
        for (Confidence input : inputs) {
            for (int copy = 0; copy < input.weight(); copy++) {
                byProbability
                        .computeIfAbsent(input.probability(), p -> new ArrayList<>())
                        .add(input);
                total++;
            }
        }
        List<List<Confidence>> binned = new ArrayList<>();
        for (int b = 0; b < bins; b++) {
            binned.add(new ArrayList<>());
        }
        long before = 0;
        for (List<Confidence> equal : byProbability.values()) {
            long middleTwice = 2 * before + equal.size();
            binned.get((int) (bins * middleTwice / (2 * total))).addAll(equal);
            before += equal.size();
        }
        double error = 0;
        for (List<Confidence> bin : binned) {
            if (!bin.isEmpty()) {
                double right = bin.stream().filter(Confidence::isCorrect).count() / (double) bin.size();
                double stated = bin.stream()
                        .mapToDouble(Confidence::probability)
                        .average()
                        .orElseThrow();
                error += Math.abs(right - stated) * bin.size() / total;
            }
        }
        return error;
    }

    @Test
    void metricsAgreeWithTheirDefinitions() {
        long seed = 20261118;
        Random random = new Random(seed);
        for (int trial = 0; trial < 200; trial++) {
            int size = 1 + random.nextInt(160);
            List<Confidence> inputs = random(random, size, trial % 2 == 1);
            int bins = size < 20 ? 1 : Math.min(10, size / 10);
            CalibrationMetrics found = CalibrationMetrics.of(inputs, new Bootstrap(3, 0.95, 1));
            String of = "seed " + seed + ", trial " + trial;
            assertThat(found.numberOfBins()).as(of).isEqualTo(bins);
            assertThat(found.expectedCalibrationError().value())
                    .as(of)
                    .isCloseTo(slowError(inputs, bins), within(1e-12));
            double weight = 0;
            double squares = 0;
            double losses = 0;
            for (Confidence input : inputs) {
                weight += input.weight();
                double stated = input.isCorrect() ? input.probability() : 1 - input.probability();
                squares += input.weight() * (1 - stated) * (1 - stated);
                losses -= input.weight() * Math.log(Math.max(1e-6, Math.min(1 - 1e-6, stated)));
            }
            assertThat(found.brierScore().value()).as(of).isCloseTo(squares / weight, within(1e-12));
            assertThat(found.logLoss().value()).as(of).isCloseTo(losses / weight, within(1e-9));
        }
    }

    @Test
    void binsHaveTheInputsTheirProbabilitiesAndTheirShares() {
        List<Confidence> inputs = new ArrayList<>();
        for (int k = 0; k < 40; k++) {
            inputs.add(one(k < 20 ? 0.2 : 0.9 + k / 1000.0, k % 2 == 0));
        }
        Collections.shuffle(inputs, new Random(3));
        CalibrationMetrics found = CalibrationMetrics.of(inputs, Bootstrap.of(1));
        // Twenty inputs of equal probability are not divided: their middle is the first quarter, where bin 1 begins.
        assertThat(found.numberOfBins()).isEqualTo(4);
        assertThat(found.bins()).hasSize(3);
        assertThat(found.bins().get(0).inputs()).isEqualTo(20);
        assertThat(found.bins().get(0).probability()).isCloseTo(0.2, within(1e-12));
        assertThat(found.bins().get(0).accuracy()).isCloseTo(0.5, within(1e-12));
        assertThat(found.bins().get(1).inputs()).isEqualTo(10);
        assertThat(found.bins().get(1).probability()).isCloseTo(0.9245, within(1e-12));
        assertThat(found.bins().get(2).probability()).isCloseTo(0.9345, within(1e-12));
        assertThat(found.expectedCalibrationError().value())
                .isCloseTo(0.5 * 0.3 + 0.25 * 0.4245 + 0.25 * 0.4345, within(1e-12));
    }

    /** The interval is that of resamples which are made and measured one input at a time, moved to the error itself. */
    @Test
    void intervalIsThatOfResampledInputs() {
        Random random = new Random(7);
        List<Confidence> inputs = random(random, 47, true);
        Bootstrap bootstrap = new Bootstrap(41, 0.5, 9);
        SplittableRandom draws = new SplittableRandom(9);
        double[] errors = new double[41];
        for (int r = 0; r < errors.length; r++) {
            List<Confidence> resample = new ArrayList<>();
            for (int k = 0; k < inputs.size(); k++) {
                resample.add(inputs.get(draws.nextInt(inputs.size())));
            }
            errors[r] = slowError(resample, 4);
        }
        Arrays.sort(errors);
        double excess = Arrays.stream(errors).average().orElseThrow() - slowError(inputs, 4);
        assertThat(excess).isPositive();
        ConfidenceInterval found = CalibrationMetrics.of(inputs, bootstrap).expectedCalibrationError();
        assertThat(found.low()).isCloseTo(Math.max(0, errors[10] - excess), within(1e-12));
        assertThat(found.high()).isCloseTo(errors[30] - excess, within(1e-12));
    }

    @Test
    void orderOfInputsDoesNotMatter() {
        List<Confidence> inputs = random(new Random(11), 90, true);
        List<Confidence> shuffled = new ArrayList<>(inputs);
        Collections.shuffle(shuffled, new Random(12));
        Bootstrap bootstrap = new Bootstrap(1, 0.95, 1);
        assertThat(CalibrationMetrics.of(shuffled, bootstrap)
                        .expectedCalibrationError()
                        .value())
                .isCloseTo(
                        CalibrationMetrics.of(inputs, bootstrap)
                                .expectedCalibrationError()
                                .value(),
                        within(1e-12));
    }

    /** Of 200 sources whose outputs are right with exactly their probabilities, about 190 lie in the interval of 95 %. */
    @Test
    void calibratedSourceHasAnErrorThatChanceExplains() {
        long seed = 20261119;
        Random random = new Random(seed);
        int within = 0;
        for (int source = 0; source < 200; source++) {
            List<Confidence> inputs = new ArrayList<>();
            for (int k = 0; k < 100; k++) {
                double probability = Math.sqrt(random.nextDouble());
                inputs.add(one(probability, random.nextDouble() < probability));
            }
            CalibrationMetrics found = CalibrationMetrics.of(inputs, new Bootstrap(100, 0.95, source));
            double error = found.expectedCalibrationError().value();
            within += found.errorByChance().low() <= error
                            && error <= found.errorByChance().high()
                    ? 1
                    : 0;
        }
        // More than five standard deviations of 200 draws; with 100 simulations, the interval itself is uncertain.
        assertThat(within).as("seed %d", seed).isBetween(165, 200);
    }

    @Test
    void miscalibratedSourceHasAnErrorThatChanceDoesNotExplain() {
        Random random = new Random(5);
        List<Confidence> inputs = new ArrayList<>();
        for (int k = 0; k < 1000; k++) {
            double probability = 0.5 + random.nextDouble() / 2;
            inputs.add(one(probability, random.nextDouble() < probability - 0.2));
        }
        CalibrationMetrics found = CalibrationMetrics.of(inputs, Bootstrap.of(1));
        assertThat(found.expectedCalibrationError().value()).isCloseTo(0.2, within(0.05));
        assertThat(found.expectedCalibrationError().low())
                .isGreaterThan(found.errorByChance().high());
    }

    @Test
    void noInputIsRefused() {
        assertThatThrownBy(() -> CalibrationMetrics.of(List.of(), Bootstrap.of(1)))
                .hasMessage("there is no input whose probability can be judged; give at least one");
    }
}
