package org.espalier.cli.run;

import org.espalier.cli.console.UsageException;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.estimate.SamplingBudget;
import picocli.CommandLine.Option;

/** The number of rounds of refinement. */
public final class RefineOption {
    @Option(
            names = "--refine",
            paramLabel = "ROUNDS",
            description =
                    "Number of rounds of refinement: strings are drawn first from the sampler, then from tables that are "
                            + "adapted to the pair. The rounds share the samples equally, at least 16 each, and all draws count. Helps "
                            + "where the ESS is low and there are hundreds of samples. Estimates of p(x, y) are then consistent, but "
                            + "not unbiased: from few samples they are too low. Default: ${DEFAULT-VALUE}.")
    private int refine;

    /** Returns what is drawn for a pair if there are this many samples. */
    public SamplingBudget budget(int samples) {
        try {
            return new SamplingBudget(samples, refine);
        } catch (EspalierException e) {
            throw new UsageException(e);
        }
    }

    /** Refuses refinement together with methods that draw no strings from the sampler, or weigh them in another way. */
    public void requireAlone(boolean exact, boolean smc) {
        if (refine != 0 && (exact || smc)) {
            throw new UsageException(
                    "--refine is about strings drawn by importance sampling and cannot be combined with "
                            + (exact ? "--exact" : "--smc") + "; give one or the other");
        }
    }
}
