package org.espalier.run.metrics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.espalier.fst.base.EspalierException;

/**
 * How well the probabilities of best outputs agree with how often these are right. Sums and means over inputs are weighted by
 * the weights of the inputs.
 *
 * <p>Inputs are sorted by the probability of their best output and cut into bins of equal weight. Inputs of equal
 * probability belong to the same bin, the one in which their middle lies, so that the order of inputs does not matter.
 *
 * @param expectedCalibrationError the mean over inputs of the difference, in the bin of the input, between the share that is
 *     right and the mean probability (ECE). It is never negative, so with few inputs it is too large
 * @param errorByChance the expected calibration error that the same probabilities would have if each output were right with
 *     exactly its probability: the mean over simulations, and the interval in which most of these lie
 * @param brierScore the mean squared difference of the probability from 1 for a right output, and from 0 for a wrong one
 * @param logLoss the mean of −ln of the probability of the outcome that occurred, with probabilities between 10⁻⁶ and 1 − 10⁻⁶
 * @param bins the bins that are not empty, by increasing probability
 * @param numberOfBins the number of bins, including empty ones
 */
public record CalibrationMetrics(
        ConfidenceInterval expectedCalibrationError,
        ConfidenceInterval errorByChance,
        ConfidenceInterval brierScore,
        ConfidenceInterval logLoss,
        List<ReliabilityBin> bins,
        int numberOfBins) {
    private static final int MOST_BINS = 10;
    private static final int INPUTS_PER_BIN = 10;

    /**
     * Inputs whose best outputs have similar probabilities.
     *
     * @param inputs the number of inputs
     * @param probability the mean probability
     * @param accuracy the share of right outputs
     */
    public record ReliabilityBin(int inputs, double probability, double accuracy) {}

    public CalibrationMetrics {
        bins = List.copyOf(bins);
    }

    /** Computes the metrics, in ten bins or as many as leave ten inputs each. Complexity: O(resamples · inputs). */
    public static CalibrationMetrics of(List<Confidence> inputs, Bootstrap bootstrap) {
        if (inputs.isEmpty()) {
            throw new EspalierException("there is no input whose probability can be judged; give at least one");
        }
        int bins = Math.max(1, Math.min(MOST_BINS, inputs.size() / INPUTS_PER_BIN));
        int[] order = order(inputs);
        double[] probabilities = sorted(inputs, order, Confidence::probability);
        double[] weights = sorted(inputs, order, Confidence::weight);
        double[] outcomes = sorted(inputs, order, Confidence::outcome);
        double[] changed = new double[order.length];
        ConfidenceInterval error = bootstrap.statistic(order.length, counts -> {
            Arrays.setAll(changed, k -> counts[order[k]] * weights[k]);
            return error(probabilities, changed, outcomes, bins);
        });
        return new CalibrationMetrics(
                new ConfidenceInterval(error.value(), Math.max(0, error.low()), error.high(), error.level()),
                bootstrap.simulation(random -> {
                    Arrays.setAll(changed, k -> random.nextDouble() < probabilities[k] ? 1 : 0);
                    return error(probabilities, weights, changed, bins);
                }),
                bootstrap.mean(
                        Bootstrap.numbers(inputs, Confidence::squaredError),
                        Bootstrap.numbers(inputs, Confidence::weight)),
                bootstrap.mean(
                        Bootstrap.numbers(inputs, Confidence::logLoss), Bootstrap.numbers(inputs, Confidence::weight)),
                bins(probabilities, weights, outcomes, bins),
                bins);
    }

    /** Returns the indices of the inputs by increasing probability. */
    private static int[] order(List<Confidence> inputs) {
        return IntStream.range(0, inputs.size())
                .boxed()
                .sorted(Comparator.comparingDouble(k -> inputs.get(k).probability()))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** Returns the number of the bin of each input. The arrays of all methods are sorted by probability. */
    private static int[] binOf(double[] probabilities, double[] weights, int bins) {
        double total = Arrays.stream(weights).sum();
        int[] bin = new int[probabilities.length];
        double before = 0;
        for (int from = 0, to; from < bin.length; from = to) {
            double weight = 0;
            for (to = from; to < bin.length && probabilities[to] == probabilities[from]; to++) {
                weight += weights[to];
            }
            double middle = (before + weight / 2) / total;
            Arrays.fill(bin, from, to, Math.min(bins - 1, (int) (bins * middle)));
            before += weight;
        }
        return bin;
    }

    private static double error(double[] probabilities, double[] weights, double[] outcomes, int bins) {
        int[] bin = binOf(probabilities, weights, bins);
        double[] differences = new double[bins];
        for (int k = 0; k < bin.length; k++) {
            differences[bin[k]] += weights[k] * (outcomes[k] - probabilities[k]);
        }
        return Arrays.stream(differences).map(Math::abs).sum()
                / Arrays.stream(weights).sum();
    }

    private static List<ReliabilityBin> bins(double[] probabilities, double[] weights, double[] outcomes, int bins) {
        int[] bin = binOf(probabilities, weights, bins);
        List<ReliabilityBin> result = new ArrayList<>();
        for (int from = 0, to; from < bin.length; from = to) {
            double weight = 0;
            double probability = 0;
            double correct = 0;
            for (to = from; to < bin.length && bin[to] == bin[from]; to++) {
                weight += weights[to];
                probability += weights[to] * probabilities[to];
                correct += weights[to] * outcomes[to];
            }
            result.add(new ReliabilityBin(to - from, probability / weight, correct / weight));
        }
        return result;
    }

    private static double[] sorted(List<Confidence> inputs, int[] order, ToDoubleFunction<Confidence> number) {
        return Arrays.stream(order)
                .mapToDouble(k -> number.applyAsDouble(inputs.get(k)))
                .toArray();
    }
}
