package org.espalier.model.estimate;

/** Accumulates the estimates of pairs into means over a data set, each with its standard error over pairs. */
public final class RunningEstimates {
    private final RunningMean samples = new RunningMean();
    private final RunningMean partialKl = new RunningMean();
    private final RunningMean iwae = new RunningMean();
    private final RunningMean logLikelihood = new RunningMean();
    private final RunningMean markLength = new RunningMean();
    private final RunningMean ess = new RunningMean();
    private final RunningMean deduplicatedEss = new RunningMean();

    /** Adds the estimates of one pair. */
    public void add(Estimates ofPair) {
        samples.add(ofPair.samples());
        partialKl.add(ofPair.partialKl().value());
        iwae.add(ofPair.iwae().value());
        logLikelihood.add(ofPair.logLikelihood().value());
        markLength.add(ofPair.markLength().value());
        ess.add(ofPair.ess());
        deduplicatedEss.add(ofPair.deduplicatedEss());
    }

    /** Returns the number of pairs added. */
    public long pairs() {
        return partialKl.count();
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
