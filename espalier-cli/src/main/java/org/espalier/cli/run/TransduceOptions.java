package org.espalier.cli.run;

import org.espalier.cli.console.PositiveNumber;
import org.espalier.model.search.SearchSettings;
import org.espalier.run.OutputFinder;
import org.espalier.run.data.UnknownSymbolPolicy;
import org.espalier.run.folder.TrainedRun;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of the search for outputs and of their ranking. */
public final class TransduceOptions {
    /** Enough samples for a stable order of outputs. */
    static final int SAMPLES = 128;

    @Option(
            names = "--nbest",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description = "How many outputs of an input are wanted. Default: ${DEFAULT-VALUE}.")
    private int nBest = SearchSettings.DEFAULT.nBest();

    @Mixin
    private SearchOptions search = new SearchOptions();

    @Option(
            names = "--samples",
            paramLabel = "N",
            converter = PositiveNumber.Samples.class,
            description = "Mark strings drawn for each output to rank it by. Default: ${DEFAULT-VALUE}.")
    private int samples = SAMPLES;

    @Option(
            names = "--unknown",
            paramLabel = "RULE",
            description =
                    "What happens to an input with a symbol that the machine does not know. skip: it is told of and left out. "
                            + "copy: such symbols are written as they stand, and what is between them is transduced by itself. "
                            + "fail: the first ends the command, with nothing printed. Default: skip.")
    private UnknownSymbolPolicy unknown = UnknownSymbolPolicy.SKIP;

    public int nBest() {
        return nBest;
    }

    public int samples() {
        return samples;
    }

    public UnknownSymbolPolicy unknown() {
        return unknown;
    }

    /** Returns search settings that do not depend on a run. */
    public SearchSettings search() {
        return search.settings(nBest);
    }

    OutputFinder finder(TrainedRun run, long seed) {
        return new OutputFinder(run, search.settings(run, nBest), nBest, samples, unknown, seed);
    }
}
