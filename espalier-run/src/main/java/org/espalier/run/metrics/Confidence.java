package org.espalier.run.metrics;

/**
 * The probability that a model states for its best output of an input, and whether that output is right.
 *
 * @param probability the probability; 0 if the model found no output
 * @param isCorrect whether the output is a reference
 * @param weight the weight of the input in means over inputs
 */
public record Confidence(double probability, boolean isCorrect, double weight) {
    /** No probability counts as less than this, or as more than one minus this, so that one mistake costs a bounded loss. */
    static final double LEAST = 1e-6;

    /** Returns minus the log of the probability that was stated for the outcome that occurred. */
    double logLoss() {
        return logLoss(probability, isCorrect);
    }

    static double logLoss(double probability, boolean isCorrect) {
        double bounded = Math.min(1 - LEAST, Math.max(LEAST, probability));
        return -Math.log(isCorrect ? bounded : 1 - bounded);
    }

    /** Returns the squared difference of the probability from 1 if the output is right, otherwise from 0. */
    double squaredError() {
        double difference = outcome() - probability;
        return difference * difference;
    }

    double outcome() {
        return isCorrect ? 1 : 0;
    }
}
