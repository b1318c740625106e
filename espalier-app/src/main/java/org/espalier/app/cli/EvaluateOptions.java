package org.espalier.app.cli;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a run is judged by besides the estimates that are always made. */
public final class EvaluateOptions {
    @Option(names = "--exact", description = "Also the exact KL divergences and log-likelihood, by enumerating paths.")
    private boolean exact;

    @Mixin
    private ExactOption enumeration = new ExactOption();

    @Option(names = "--smc", description = "Also the log-likelihood by sequential Monte Carlo.")
    private boolean smc;

    public boolean exact() {
        return exact;
    }

    public boolean smc() {
        return smc;
    }

    public ExactOption enumeration() {
        return enumeration;
    }
}
