package org.espalier.run.metrics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
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
 * @param logLoss the mean of −ln of the probability of what is the case, with probabilities between 10⁻⁶ and 1 − 10⁻⁶
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
        double[] weights = numbers(inputs, Confidence::weight);
        // The order of the original list decides which inputs a resample draws, so that all metrics have the same ones.
        int[] order = order(inputs);
        double[] outcomes = numbers(inputs, Confidence::outcome);
        double[] drawn = weights.clone();
        return new CalibrationMetrics(
                bootstrap.statistic(inputs.size(), counts -> {
                    Arrays.setAll(drawn, k -> counts[k] * weights[k]);
                    return error(inputs, order, drawn, outcomes, bins);
                }),
                bootstrap.simulation(random -> {
                    double[] simulated = new double[outcomes.length];
                    Arrays.setAll(
                            simulated, k -> random.nextDouble() < inputs.get(k).probability() ? 1 : 0);
                    return error(inputs, order, weights, simulated, bins);
                }),
                bootstrap.mean(numbers(inputs, Confidence::squaredError), weights),
                bootstrap.mean(numbers(inputs, Confidence::logLoss), weights),
                bins(inputs, order, bins),
                bins);
    }

    /** Returns the indices of the inputs by increasing probability. */
    private static int[] order(List<Confidence> inputs) {
        List<Integer> order = new ArrayList<>();
        for (int k = 0; k < inputs.size(); k++) {
            order.add(k);
        }
        order.sort(Comparator.comparingDouble(k -> inputs.get(k).probability()));
        return order.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Returns the number of the bin of each input, given its weight. */
    private static int[] binOf(List<Confidence> inputs, int[] order, double[] weights, int bins) {
        double total = Arrays.stream(weights).sum();
        int[] bin = new int[order.length];
        double before = 0;
        for (int from = 0, to; from < order.length; from = to) {
            double probability = inputs.get(order[from]).probability();
            double weight = 0;
            for (to = from; to < order.length && inputs.get(order[to]).probability() == probability; to++) {
                weight += weights[order[to]];
            }
            double middle = (before + weight / 2) / total;
            for (int k = from; k < to; k++) {
                bin[order[k]] = Math.max(0, Math.min(bins - 1, (int) (bins * middle)));
            }
            before += weight;
        }
        return bin;
    }

    private static double error(List<Confidence> inputs, int[] order, double[] weights, double[] outcomes, int bins) {
        int[] bin = binOf(inputs, order, weights, bins);
        double[] differences = new double[bins];
        for (int k : order) {
            differences[bin[k]] += weights[k] * (outcomes[k] - inputs.get(k).probability());
        }
        double sum = Arrays.stream(differences).map(Math::abs).sum();
        return sum == 0 ? 0 : sum / Arrays.stream(weights).sum();
    }

    private static List<ReliabilityBin> bins(List<Confidence> inputs, int[] order, int bins) {
        int[] bin = binOf(inputs, order, numbers(inputs, Confidence::weight), bins);
        List<ReliabilityBin> result = new ArrayList<>();
        for (int b = 0; b < bins; b++) {
            int count = 0;
            double weight = 0;
            double probability = 0;
            double correct = 0;
            for (int k : order) {
                if (bin[k] == b) {
                    Confidence input = inputs.get(k);
                    count++;
                    weight += input.weight();
                    probability += input.weight() * input.probability();
                    correct += input.weight() * input.outcome();
                }
            }
            if (weight > 0) {
                result.add(new ReliabilityBin(count, probability / weight, correct / weight));
            }
        }
        return result;
    }

    private static double[] numbers(List<Confidence> inputs, ToDoubleFunction<Confidence> number) {
        return inputs.stream().mapToDouble(number).toArray();
    }
}
