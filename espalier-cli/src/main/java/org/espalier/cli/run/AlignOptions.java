package org.espalier.cli.run;

import org.espalier.cli.console.PositiveNumber;
import org.espalier.model.estimate.SamplingBudget;
import org.espalier.run.Alignments;
import org.espalier.run.PairQuery;
import org.espalier.run.folder.TrainedRun;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The alignments that are computed, and the method. */
public final class AlignOptions {
    @Option(
            names = "--samples",
            paramLabel = "N",
            converter = PositiveNumber.Samples.class,
            description = "Number of samples per pair. Default: ${DEFAULT-VALUE}.")
    private int samples = PairQuery.ALIGNMENT_SAMPLES;

    @Mixin
    private RefineOption refinement = new RefineOption();

    @Option(names = "--best", description = "Print only the path with the largest weight.")
    private boolean best;

    @Option(
            names = {"--all", "--exact"},
            description =
                    "Enumerate all paths of the lattice, with exact probabilities; with --best, print only the best.")
    private boolean all;

    @Mixin
    private MaxPathsOption enumeration = new MaxPathsOption();

    public SamplingBudget budget() {
        return refinement.budget(samples);
    }

    public boolean best() {
        return best;
    }

    /** Returns whether every path is enumerated instead of drawing some. */
    public boolean all() {
        return all;
    }

    public MaxPathsOption enumeration() {
        return enumeration;
    }

    /** Refuses options that exclude each other. */
    public void requireConsistent() {
        refinement.requireAlone(all, false);
    }

    PairQuery<Alignments> query(TrainedRun run, long seed) {
        return all ? PairQuery.exactAlignments(run, enumeration.maxPaths()) : PairQuery.alignments(run, budget(), seed);
    }
}
