package org.espalier.model.estimate;

/** The means over a data set of what is estimated pair by pair, each with its standard error over pairs. */
public final class RunningEstimates {
    private final RunningMean partialKl = new RunningMean();
    private final RunningMean iwae = new RunningMean();
    private final RunningMean logLikelihood = new RunningMean();
    private final RunningMean markLength = new RunningMean();
    private final RunningMean ess = new RunningMean();
    private final RunningMean deduplicatedEss = new RunningMean();

    public void add(Estimates ofPair) {
        partialKl.add(ofPair.partialKl().value());
        iwae.add(ofPair.iwae().value());
        logLikelihood.add(ofPair.logLikelihood().value());
        markLength.add(ofPair.markLength().value());
        ess.add(ofPair.ess());
        deduplicatedEss.add(ofPair.deduplicatedEss());
    }

    public long pairs() {
        return partialKl.count();
    }

    /** Equation 7. */
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
