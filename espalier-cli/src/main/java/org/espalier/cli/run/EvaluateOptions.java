package org.espalier.cli.run;

import org.espalier.cli.console.Console;
import org.espalier.fst.base.Plural;
import org.espalier.run.result.Evaluation;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The measures of an evaluation besides the estimates from importance sampling. */
public final class EvaluateOptions {
    @Option(
            names = "--exact",
            description = "Also compute exact KL divergences and log-likelihood, by enumerating paths.")
    private boolean exact;

    @Mixin
    private MaxPathsOption enumeration = new MaxPathsOption();

    @Option(names = "--smc", description = "Also estimate the log-likelihood by sequential Monte Carlo.")
    private boolean smc;

    @Option(names = "--weighted", description = "Weigh each pair by its count.")
    private boolean weighted;

    public boolean exact() {
        return exact;
    }

    public boolean smc() {
        return smc;
    }

    public boolean weighted() {
        return weighted;
    }

    public MaxPathsOption enumeration() {
        return enumeration;
    }

    /** Refuses options that exclude each other. */
    public void requireConsistent(RefineOption refinement) {
        refinement.requireAlone(exact, smc);
    }

    /** Warns that some pairs have no exact values, if these are wanted. */
    public void warnNotEnumerated(Evaluation evaluation, Console console) {
        long missing = evaluation.pairs() - evaluation.enumerated();
        if (exact && missing > 0) {
            console.info(missing + " of " + Plural.of(evaluation.pairs(), "pair")
                    + Plural.form(
                            missing,
                            " is not enumerated: its lattice is cyclic or has",
                            " are not enumerated: their lattices are cyclic or have")
                    + " more than " + Plural.of(enumeration.maxPaths(), "path")
                    + "; raise --max-paths, or use the estimates");
        }
    }
}
