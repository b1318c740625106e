package org.espalier.cli.run;

import org.espalier.cli.console.UsageException;
import org.espalier.run.data.UnknownSymbolPolicy;
import picocli.CommandLine.Option;

/** The treatment of unknown symbols in commands whose inputs come with outputs. */
final class UnknownSymbolOption {
    @Option(
            names = "--unknown",
            paramLabel = "RULE",
            description =
                    "Treatment of pairs with symbols that the machine does not have. skip: report and skip them. fail: stop at "
                            + "the first, without results. Default: skip.")
    private UnknownSymbolPolicy rule = UnknownSymbolPolicy.SKIP;

    UnknownSymbolPolicy rule() {
        requireNoCopy(rule);
        return rule;
    }

    /** Refuses to copy symbols of x if y is given: which symbols of y are copies is unknown. */
    static void requireNoCopy(UnknownSymbolPolicy rule) {
        if (rule == UnknownSymbolPolicy.COPY) {
            throw new UsageException(
                    "--unknown copy is for outputs that are looked for (transduce, evaluate --transduce); "
                            + "give --unknown skip or --unknown fail");
        }
    }
}
