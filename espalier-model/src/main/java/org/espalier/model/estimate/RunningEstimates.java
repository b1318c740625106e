package org.espalier.model.estimate;

/**
 * Accumulates the estimates of pairs into means over a data set, each with its standard error over pairs. A pair of weight 2
 * counts as two pairs.
 */
public final class RunningEstimates {
    private final RunningMean samples = new RunningMean();
    private final RunningMean partialKl = new RunningMean();
    private final RunningMean iwae = new RunningMean();
    private final RunningMean logLikelihood = new RunningMean();
    private final RunningMean markLength = new RunningMean();
    private final RunningMean ess = new RunningMean();
    private final RunningMean deduplicatedEss = new RunningMean();
    private long pairs;

    /** Adds the estimates of one pair. */
    public void add(Estimates ofPair, double weight) {
        pairs++;
        samples.add(ofPair.samples(), weight);
        partialKl.add(ofPair.partialKl().value(), weight);
        iwae.add(ofPair.iwae().value(), weight);
        logLikelihood.add(ofPair.logLikelihood().value(), weight);
        markLength.add(ofPair.markLength().value(), weight);
        ess.add(ofPair.ess(), weight);
        deduplicatedEss.add(ofPair.deduplicatedEss(), weight);
    }

    /** Returns the number of pairs added. */
    public long pairs() {
        return pairs;
    }

    /** Returns the mean number of strings drawn. */
    public Estimate samples() {
        return samples.estimate();
    }

    /** Returns the mean Partial KL (equation 7). */
    public Estimate partialKl() {
        return partialKl.estimate();
    }

    public Estimate iwae() {
        return iwae.estimate();
    }

    public Estimate logLikelihood() {
        return logLikelihood.estimate();
    }

    public Estimate markLength() {
        return markLength.estimate();
    }

    public Estimate ess() {
        return ess.estimate();
    }

    public Estimate deduplicatedEss() {
        return deduplicatedEss.estimate();
    }
}
