package org.espalier.app.cli;

import org.espalier.app.api.Alignments;
import org.espalier.app.api.PairQuery;
import org.espalier.app.run.TrainedRun;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which alignments of a pair are found, and how. */
public final class AlignOptions {
    @Option(
            names = "--samples",
            paramLabel = "N",
            converter = Positive.Samples.class,
            description = "Mark strings drawn for each pair. Default: ${DEFAULT-VALUE}.")
    private int samples = 64;

    @Option(names = "--best", description = "Only the path of the largest weight.")
    private boolean best;

    @Option(
            names = {"--all", "--exact"},
            description = "Every path of the lattice, with its exact probability; only the best with --best.")
    private boolean all;

    @Mixin
    private ExactOption enumeration = new ExactOption();

    public int samples() {
        return samples;
    }

    public boolean best() {
        return best;
    }

    /** Whether every path is enumerated, and none drawn. */
    public boolean all() {
        return all;
    }

    public ExactOption enumeration() {
        return enumeration;
    }

    PairQuery<Alignments> query(TrainedRun run, long seed) {
        return all ? PairQuery.exactAlignments(run, enumeration.maxPaths()) : PairQuery.alignments(run, samples, seed);
    }
}
