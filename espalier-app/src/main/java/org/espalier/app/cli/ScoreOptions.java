package org.espalier.app.cli;

import org.espalier.app.api.PairQuery;
import org.espalier.app.run.TrainedRun;
import org.espalier.model.estimate.Estimate;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How the probability of a pair is found. */
public final class ScoreOptions {
    @Option(
            names = "--samples",
            paramLabel = "N",
            converter = Positive.Samples.class,
            description = "Mark strings drawn for each pair. Default: ${DEFAULT-VALUE}.")
    private int samples = 128;

    @Option(names = "--exact", description = "The exact value, by enumerating all paths.")
    private boolean exact;

    @Mixin
    private ExactOption enumeration = new ExactOption();

    @Option(
            names = "--smc",
            description = "Draw with sequential Monte Carlo: " + PairQuery.FILTERS
                    + " filters, --samples particles together.")
    private boolean smc;

    public int samples() {
        return samples;
    }

    public boolean exact() {
        return exact;
    }

    public boolean smc() {
        return smc;
    }

    public ExactOption enumeration() {
        return enumeration;
    }

    /** Refuses options that do not go together. */
    public void requireSense() {
        if (exact && smc) {
            throw new WrongCall("--exact and --smc are two ways to the same number; give one");
        }
    }

    PairQuery<Estimate> query(TrainedRun run, long seed) {
        if (exact) {
            return PairQuery.exactScores(run, enumeration.maxPaths());
        }
        return smc ? PairQuery.filteredScores(run, samples, seed) : PairQuery.scores(run, samples, seed);
    }
}
