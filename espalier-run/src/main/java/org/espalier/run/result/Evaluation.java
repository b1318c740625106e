package org.espalier.run.result;

import org.espalier.model.estimate.Estimate;
import org.espalier.model.estimate.Estimates;
import org.espalier.model.estimate.ExactValues;
import org.espalier.model.estimate.RunningEstimates;
import org.espalier.model.estimate.RunningMean;
import org.espalier.model.estimate.SmcEstimate;

/**
 * Accumulates the measures of pairs into means, each with its standard error over pairs. A pair of weight 2 counts as two
 * pairs. Pairs must be added in a fixed order, since the last bits of a sum depend on it. {@link EvaluationLines} formats the means.
 */
public final class Evaluation {
    private final RunningEstimates estimates = new RunningEstimates();
    private final RunningMean smcLogLikelihood = new RunningMean();
    private final RunningMean exactKl = new RunningMean();
    private final RunningMean exactInclusiveKl = new RunningMean();
    private final RunningMean exactLogLikelihood = new RunningMean();
    private long enumerated;

    /** Adds all measures of a pair. */
    public void add(PairMeasures ofPair) {
        double weight = ofPair.weight();
        add(ofPair.estimates(), weight);
        if (ofPair.smcLogLikelihood() != null) {
            smcLogLikelihood.add(ofPair.smcLogLikelihood(), weight);
        }
        if (ofPair.exact() != null) {
            add(ofPair.exact(), weight);
        }
    }

    /** Adds the estimates of a pair. */
    public void add(Estimates ofPair, double weight) {
        estimates.add(ofPair, weight);
    }

    /** Adds the result of the particle filter of a pair. */
    public void add(SmcEstimate ofPair, double weight) {
        smcLogLikelihood.add(ofPair.logLikelihood().value(), weight);
    }

    /** Adds the exact values of a pair. */
    public void add(ExactValues ofPair, double weight) {
        enumerated++;
        exactKl.add(ofPair.exclusiveKl(), weight);
        exactInclusiveKl.add(ofPair.inclusiveKl(), weight);
        exactLogLikelihood.add(ofPair.logLikelihood(), weight);
    }

    /** Returns the number of pairs with estimates. */
    public long pairs() {
        return estimates.pairs();
    }

    /** Returns the number of pairs with exact values. */
    public long enumerated() {
        return enumerated;
    }

    /** Returns the means of the estimates. */
    public RunningEstimates estimates() {
        return estimates;
    }

    /** Returns the mean of log p̃(x, y) by sequential Monte Carlo. */
    public Estimate smcLogLikelihood() {
        return smcLogLikelihood.estimate();
    }

    /** Returns the mean of the exact KL(q ‖ p), over the pairs with exact values. */
    public Estimate exactKl() {
        return exactKl.estimate();
    }

    /** Returns the mean of the exact KL(p ‖ q), over the pairs with exact values. */
    public Estimate exactInclusiveKl() {
        return exactInclusiveKl.estimate();
    }

    /** Returns the mean of the exact log p̃(x, y), over the pairs with exact values. */
    public Estimate exactLogLikelihood() {
        return exactLogLikelihood.estimate();
    }
}
