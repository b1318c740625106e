package org.espalier.run.metrics;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.LogSpace;

/**
 * A temperature T, which makes the probabilities of outputs agree with how often they are right: the probability of an
 * output is p^(1/T) divided by the sum of this over all outcomes. T above 1 makes a model less sure, T below 1 surer; the order
 * of outputs stays.
 *
 * <p>The outcomes are the outputs that were found and, if what p leaves for others is known, one more: that it is none of these.
 * It is known under a conditional model, whose p(y | x) sum to 1 over all outputs, found or not.
 *
 * @param value T
 */
public record Temperature(double value) {
    /** No probability has a larger standard error. Where p leaves almost nothing, the delta method would give one. */
    private static final double LARGEST_ERROR = 0.5;

    /** The range of ln T that is searched: T from 1/20 to 20. */
    private static final double MOST_LOG = Math.log(20);

    private static final double GRID_STEP = 0.1;
    private static final double PRECISION = 1e-7;
    private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

    public Temperature {
        if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
            throw new EspalierException("a temperature must be a number above 0; found " + value);
        }
    }

    /**
     * The outputs that were found for an input.
     *
     * @param logP log p of each, the largest first
     * @param isFirstCorrect whether the first output is right
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record ScoredOutputs(double[] logP, boolean isFirstCorrect) {}

    /**
     * Returns the temperature that minimizes Σ −ln of the probability of the outcome that occurred, that the first output is right or
     * that it is wrong, plus (ln T)² / 2. That term keeps T near 1 where the inputs say little, such as that all first outputs
     * are right, and is negligible where they are many.
     *
     * <p>The sum may have several local minima, so that it is computed on a grid first. Complexity: O(outputs of all inputs).
     *
     * @param hasRest whether p leaves a known rest for outputs that were not found
     */
    public static Temperature fit(List<ScoredOutputs> inputs, boolean hasRest) {
        return fit(temperature -> loss(inputs, temperature, hasRest));
    }

    /** Returns the temperature that minimizes a loss plus (ln T)² / 2. */
    static Temperature fit(ToDoubleFunction<Temperature> lossAt) {
        DoubleUnaryOperator loss = logT -> lossAt.applyAsDouble(new Temperature(Math.exp(logT))) + logT * logT / 2;
        double best = 0;
        double least = loss.applyAsDouble(0);
        int steps = (int) (MOST_LOG / GRID_STEP);
        for (int k = -steps; k <= steps; k++) {
            double value = loss.applyAsDouble(k * GRID_STEP);
            if (value < least) {
                least = value;
                best = k * GRID_STEP;
            }
        }
        return new Temperature(Math.exp(minimum(loss, best - GRID_STEP, best + GRID_STEP)));
    }

    private static double loss(List<ScoredOutputs> inputs, Temperature temperature, boolean hasRest) {
        double sum = 0;
        for (ScoredOutputs input : inputs) {
            if (input.logP.length > 0) {
                sum += Confidence.logLoss(temperature.probabilities(input.logP, hasRest)[0], input.isFirstCorrect);
            }
        }
        return sum;
    }

    /** Returns a minimum within an interval by golden-section search. */
    static double minimum(DoubleUnaryOperator f, double from, double to) {
        double a = from;
        double b = to;
        double left = b - GOLDEN * (b - a);
        double right = a + GOLDEN * (b - a);
        double ofLeft = f.applyAsDouble(left);
        double ofRight = f.applyAsDouble(right);
        while (b - a > PRECISION) {
            if (ofLeft <= ofRight) {
                b = right;
                right = left;
                ofRight = ofLeft;
                left = b - GOLDEN * (b - a);
                ofLeft = f.applyAsDouble(left);
            } else {
                a = left;
                left = right;
                ofLeft = ofRight;
                right = a + GOLDEN * (b - a);
                ofRight = f.applyAsDouble(right);
            }
        }
        return (a + b) / 2;
    }

    /**
     * Returns the probability of each output.
     *
     * @param logP log p of each output; -∞ if it is impossible
     * @param hasRest whether 1 − Σp is the probability that it is none of these; otherwise it is one of them
     */
    public double[] probabilities(double[] logP, boolean hasRest) {
        return probabilities(logP, new double[logP.length], hasRest);
    }

    /**
     * Returns the probability of each output, if p^(1/T) of each is multiplied by a factor of its own.
     *
     * @param logFactors the log of these factors
     * @param hasRest whether 1 − Σp is the probability that it is none of these; otherwise it is one of them
     */
    public double[] probabilities(double[] logP, double[] logFactors, boolean hasRest) {
        double total = hasRest ? logRest(logP) / value : LogSpace.ZERO;
        for (int k = 0; k < logP.length; k++) {
            total = LogSpace.add(total, logP[k] / value + logFactors[k]);
        }
        double[] result = new double[logP.length];
        for (int k = 0; k < result.length; k++) {
            result[k] = logP[k] == LogSpace.ZERO ? 0 : Math.exp(logP[k] / value + logFactors[k] - total);
        }
        return result;
    }

    /**
     * Returns the standard errors of the probabilities by the delta method, if those of log p are independent. With P_i the
     * probability of output i, P_0 that of none and r = 1 − Σp, ∂P_i / ∂ log p_j is (P_i / T) (δ_ij − P_j + P_0 p_j / r).
     *
     * @param logFactors the log of the factor of each output, as for {@link #probabilities}
     * @param errors the standard error of each log p
     */
    public double[] standardErrors(double[] logP, double[] logFactors, double[] errors, boolean hasRest) {
        double[] probabilities = probabilities(logP, logFactors, hasRest);
        double none = 1;
        for (double each : probabilities) {
            none -= each;
        }
        double logRest = hasRest ? logRest(logP) : LogSpace.ZERO;
        double[] result = new double[logP.length];
        for (int i = 0; i < result.length; i++) {
            double variance = 0;
            for (int j = 0; j < result.length; j++) {
                double slope = (i == j ? 1 : 0) - probabilities[j];
                if (logRest > LogSpace.ZERO) {
                    slope += none * Math.exp(logP[j] - logRest);
                }
                variance += errors[j] == 0 ? 0 : Math.pow(slope * errors[j], 2);
            }
            result[i] = Math.min(LARGEST_ERROR, probabilities[i] / value * Math.sqrt(variance));
        }
        return result;
    }

    /** Returns the log of what p leaves for other outputs; estimates of p may leave nothing. */
    private static double logRest(double[] logP) {
        double sum = 0;
        for (double each : logP) {
            sum += Math.exp(each);
        }
        return sum < 1 ? Math.log(1 - sum) : LogSpace.ZERO;
    }
}
