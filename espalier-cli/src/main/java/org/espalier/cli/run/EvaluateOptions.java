package org.espalier.cli.run;

import org.espalier.cli.console.Console;
import org.espalier.run.result.Evaluation;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a run is judged by besides the estimates that are always made. */
public final class EvaluateOptions {
    @Option(
            names = "--exact",
            description = "Also compute exact KL divergences and log-likelihood, by enumerating paths.")
    private boolean exact;

    @Mixin
    private MaxPathsOption enumeration = new MaxPathsOption();

    @Option(names = "--smc", description = "Also estimate the log-likelihood by sequential Monte Carlo.")
    private boolean smc;

    public boolean exact() {
        return exact;
    }

    public boolean smc() {
        return smc;
    }

    public MaxPathsOption enumeration() {
        return enumeration;
    }

    /** Says how many pairs were not enumerated, if exact values were asked for and some pairs have none. */
    public void warnNotEnumerated(Evaluation evaluation, Console console) {
        if (exact) {
            evaluation
                    .notEnumerated(enumeration.maxPaths())
                    .ifPresent(message -> console.say(message + "; raise --max-paths, or use the estimates"));
        }
    }
}
