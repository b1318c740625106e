package org.espalier.run.result;

import org.espalier.model.estimate.Estimate;
import org.espalier.model.estimate.Estimates;
import org.espalier.model.estimate.ExactValues;
import org.espalier.model.estimate.RunningEstimates;
import org.espalier.model.estimate.RunningMean;
import org.espalier.model.estimate.SmcEstimate;

/**
 * Accumulates the measures of pairs into means, each with its standard error over pairs. Pairs must be added in a fixed
 * order, since the last bits of a sum depend on it. {@link EvaluationLines} formats the means.
 */
public final class Evaluation {
    private final RunningEstimates estimates = new RunningEstimates();
    private final RunningMean smcLogLikelihood = new RunningMean();
    private final RunningMean exactKl = new RunningMean();
    private final RunningMean exactInclusiveKl = new RunningMean();
    private final RunningMean exactLogLikelihood = new RunningMean();

    /** Adds all measures of a pair. */
    public void add(PairMeasures ofPair) {
        add(ofPair.estimates());
        if (ofPair.smcLogLikelihood() != null) {
            smcLogLikelihood.add(ofPair.smcLogLikelihood());
        }
        if (ofPair.exact() != null) {
            add(ofPair.exact());
        }
    }

    /** Adds the estimates of a pair. */
    public void add(Estimates ofPair) {
        estimates.add(ofPair);
    }

    /** Adds the result of the particle filter of a pair. */
    public void add(SmcEstimate ofPair) {
        smcLogLikelihood.add(ofPair.logLikelihood().value());
    }

    /** Adds the exact values of a pair. */
    public void add(ExactValues ofPair) {
        exactKl.add(ofPair.exclusiveKl());
        exactInclusiveKl.add(ofPair.inclusiveKl());
        exactLogLikelihood.add(ofPair.logLikelihood());
    }

    /** Returns the number of pairs with estimates. */
    public long pairs() {
        return estimates.pairs();
    }

    /** Returns the number of pairs with exact values. */
    public long enumerated() {
        return exactKl.count();
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
