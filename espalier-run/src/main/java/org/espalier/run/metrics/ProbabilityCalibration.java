package org.espalier.run.metrics;

import java.util.List;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.LogSpace;

/**
 * What makes the probabilities of outputs agree with how often they are right: a temperature T and, with a list of words, a bonus b
 * for outputs in it. The probability of an output is p^(1/T), times e^b if all its words are listed, divided by the sum of this over
 * all outcomes. The outcomes are those of {@link Temperature}.
 *
 * <p>This is the log-linear model of the two features log p and <i>is listed</i>. A list is never complete, so b is finite: an output
 * that is not listed can win.
 *
 * @param temperature T
 * @param wordBonus b, which is not negative; 0 without a list
 */
public record ProbabilityCalibration(Temperature temperature, double wordBonus) {
    /** Leaves probabilities as they are. */
    public static final ProbabilityCalibration NONE = of(new Temperature(1));

    /** The largest bonus. With it, an output that is not listed has to be 20,000 times as probable. */
    static final double MOST = 10;

    /** The least probability of an outcome that the fit counts, so that one input cannot decide it. */
    private static final double LEAST = 1e-6;

    public ProbabilityCalibration {
        if (!(wordBonus >= 0 && wordBonus < Double.POSITIVE_INFINITY)) {
            throw new EspalierException("a word bonus must be a number of at least 0; found " + wordBonus);
        }
    }

    /** Returns a temperature alone. */
    public static ProbabilityCalibration of(Temperature temperature) {
        return new ProbabilityCalibration(temperature, 0);
    }

    /**
     * The outputs that were found for an input.
     *
     * @param logP log p of each
     * @param listed whether all words of each are listed
     * @param correct whether each is right
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Candidates(double[] logP, boolean[] listed, boolean[] correct) {
        /**
         * Returns whether the probability of the outcome that occurred depends on the bonus: there are listed outcomes and others,
         * and it is known which occurred.
         *
         * @param hasRest whether p leaves a known rest for outputs that were not found
         */
        public boolean dependsOnBonus(boolean hasRest) {
            boolean isAnyListed = false;
            boolean isAnyOther = hasRest;
            boolean isKnown = hasRest;
            for (int k = 0; k < logP.length; k++) {
                if (logP[k] > LogSpace.ZERO) {
                    isAnyListed |= listed[k];
                    isAnyOther |= !listed[k];
                    isKnown |= correct[k];
                }
            }
            return isAnyListed && isAnyOther && isKnown;
        }
    }

    /**
     * Returns the bonus and the temperature that minimize Σ −ln of the probability of the outcome that occurred, that a right output was found
     * or that none was, plus (ln T)² / 2, which keeps T near 1 where the inputs say little. Inputs without a right output say nothing
     * where the probability of such an outcome is not known.
     *
     * <p>For a given T the sum is convex in b, if one output at most is right for an input; golden-section search finds b within the search
     * of T. Complexity: O(outputs of all inputs).
     *
     * @param hasRest whether p leaves a known rest for outputs that were not found
     */
    public static ProbabilityCalibration fit(List<Candidates> inputs, boolean hasRest) {
        Temperature temperature =
                Temperature.fit(each -> withBestBonus(each, inputs, hasRest).loss(inputs, hasRest));
        return withBestBonus(temperature, inputs, hasRest);
    }

    private static ProbabilityCalibration withBestBonus(
            Temperature temperature, List<Candidates> inputs, boolean hasRest) {
        ProbabilityCalibration without = of(temperature);
        ProbabilityCalibration best = new ProbabilityCalibration(
                temperature,
                Temperature.minimum(b -> new ProbabilityCalibration(temperature, b).loss(inputs, hasRest), 0, MOST));
        // Without a listed output any b is as good as 0.
        return without.loss(inputs, hasRest) <= best.loss(inputs, hasRest) ? without : best;
    }

    /**
     * Returns the calibration with the same order of outputs, thus the same b·T, whose T minimizes the sum of {@link Temperature#fit},
     * for models without a known rest. Their fit ignores inputs without a right output. The first outputs of these are wrong, so
     * it would be far too sure.
     */
    public ProbabilityCalibration withTemperatureFor(List<Candidates> inputs) {
        return at(Temperature.fit(each -> inputs.stream()
                .mapToDouble(input -> at(each).first(input, false).logLoss())
                .sum()));
    }

    private ProbabilityCalibration at(Temperature changed) {
        return new ProbabilityCalibration(changed, wordBonus * temperature.value() / changed.value());
    }

    /** Returns the probability of the output that is first, the most probable one, and whether it is right. */
    public Confidence first(Candidates input, boolean hasRest) {
        double[] probabilities = temperature.probabilities(input.logP, logFactors(input.listed), hasRest);
        int first = 0;
        for (int k = 1; k < probabilities.length; k++) {
            first = probabilities[k] > probabilities[first] ? k : first;
        }
        return new Confidence(probabilities[first], input.correct[first], 1);
    }

    /** Returns whether listed outputs are more probable than others. */
    public boolean prefersWords() {
        return wordBonus > 0;
    }

    /** Returns whether the bonus is as large as the fit allows, as with a list of all the right outputs. */
    public boolean isLargest() {
        return wordBonus > MOST - 1e-3;
    }

    /** Returns Σ −ln of the probability of the outcome that occurred. */
    double loss(List<Candidates> inputs, boolean hasRest) {
        double sum = 0;
        for (Candidates input : inputs) {
            double[] probabilities = temperature.probabilities(input.logP, logFactors(input.listed), hasRest);
            double right = 0;
            double found = 0;
            boolean isFound = false;
            for (int k = 0; k < probabilities.length; k++) {
                found += probabilities[k];
                if (input.correct[k] && input.logP[k] > LogSpace.ZERO) {
                    right += probabilities[k];
                    isFound = true;
                }
            }
            if (isFound || hasRest) {
                sum -= Math.log(Math.max(LEAST, isFound ? right : 1 - found));
            }
        }
        return sum;
    }

    /** Returns the log of the factor of each output. */
    public double[] logFactors(boolean[] listed) {
        double[] factors = new double[listed.length];
        for (int k = 0; k < factors.length; k++) {
            factors[k] = listed[k] ? wordBonus : 0;
        }
        return factors;
    }
}
