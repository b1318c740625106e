package org.espalier.cli.run;

import org.espalier.cli.console.PositiveNumber;
import org.espalier.cli.console.UsageException;
import org.espalier.model.estimate.Estimate;
import org.espalier.model.estimate.SamplingBudget;
import org.espalier.run.PairQuery;
import org.espalier.run.folder.TrainedRun;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The method by which a pair is scored. */
public final class ScoreOptions {
    @Option(
            names = "--samples",
            paramLabel = "N",
            converter = PositiveNumber.Samples.class,
            description = "Number of samples per pair. Default: ${DEFAULT-VALUE}.")
    private int samples = PairQuery.SCORE_SAMPLES;

    @Mixin
    private RefineOption refinement = new RefineOption();

    @Option(names = "--exact", description = "Compute the exact value, by enumerating all paths.")
    private boolean exact;

    @Mixin
    private MaxPathsOption enumeration = new MaxPathsOption();

    @Option(
            names = "--smc",
            description = "Use sequential Monte Carlo: " + PairQuery.FILTERS
                    + " particle filters. Half of --samples are strings drawn to look ahead, the other half particles.")
    private boolean smc;

    public SamplingBudget budget() {
        return refinement.budget(samples);
    }

    public boolean exact() {
        return exact;
    }

    public boolean smc() {
        return smc;
    }

    public MaxPathsOption enumeration() {
        return enumeration;
    }

    /** Refuses options that exclude each other. */
    public void requireConsistent() {
        if (exact && smc) {
            throw new UsageException("--exact and --smc are two ways to the same number; give one");
        }
        refinement.requireAlone(exact, smc);
    }

    PairQuery<Estimate> query(TrainedRun run, long seed) {
        if (exact) {
            return PairQuery.exactScores(run, enumeration.maxPaths());
        }
        return smc ? PairQuery.filteredScores(run, samples, seed) : PairQuery.scores(run, budget(), seed);
    }
}
