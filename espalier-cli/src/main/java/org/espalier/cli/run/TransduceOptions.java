package org.espalier.cli.run;

import org.espalier.cli.console.PositiveNumber;
import org.espalier.cli.console.UsageException;
import org.espalier.model.estimate.SamplingBudget;
import org.espalier.model.search.SearchSettings;
import org.espalier.run.OutputFinder;
import org.espalier.run.Transductions;
import org.espalier.run.data.UnknownSymbolPolicy;
import org.espalier.run.folder.TrainedRun;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of the search for outputs and of their ranking. */
public final class TransduceOptions {
    @Option(
            names = "--nbest",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description = "Number of outputs per input. Default: ${DEFAULT-VALUE}.")
    private int nBest = SearchSettings.DEFAULT.nBest();

    @Option(
            names = "--mass",
            paramLabel = "P",
            description =
                    "Print as many outputs as have this share of the probability, but at most --nbest. Default: 1, all.")
    private double mass = 1;

    @Mixin
    private SearchOptions search = new SearchOptions();

    @Option(
            names = "--vote",
            description =
                    "Answer with the output that most members of an ensemble find most probable; of equal ones, with the one "
                            + "whose probability has the largest mean. Members vote by their own calibrations; that of the ensemble is not "
                            + "used. Default: members' probabilities are averaged.")
    private boolean vote;

    @Option(
            names = "--samples",
            paramLabel = "N",
            converter = PositiveNumber.Samples.class,
            description = "Number of samples per output that is ranked. Default: ${DEFAULT-VALUE}.")
    private int samples = OutputFinder.SAMPLES;

    @Mixin
    private RefineOption refinement = new RefineOption();

    @Option(
            names = "--unknown",
            paramLabel = "RULE",
            description =
                    "Treatment of inputs with symbols that the machine does not have. skip: report and skip them. copy: copy "
                            + "unknown symbols to the output, and transduce the parts between them separately. fail: stop at the "
                            + "first, without results. Default: skip.")
    private UnknownSymbolPolicy unknown = UnknownSymbolPolicy.SKIP;

    public int nBest() {
        return nBest;
    }

    /** Returns the outputs that are shown. */
    Transductions shown(Transductions found) {
        return mass < 1 ? found.withMass(mass) : found;
    }

    /** Refuses a share that is none. */
    void requireConsistent() {
        if (!(mass > 0 && mass <= 1)) {
            throw new UsageException("--mass " + mass + " is not a share; give a number above 0 and at most 1");
        }
    }

    /** Refuses a vote of a single run. */
    public void requireEnsemble(TrainedRun run) {
        if (vote) {
            OutputFinder.requireEnsemble(run);
        }
    }

    public SamplingBudget budget() {
        return refinement.budget(samples);
    }

    public UnknownSymbolPolicy unknown() {
        return unknown;
    }

    public boolean vote() {
        return vote;
    }

    /** Returns search settings that do not depend on a run. */
    public SearchSettings search() {
        return search.settings(nBest);
    }

    OutputFinder finder(TrainedRun run, long seed) {
        SearchSettings settings = search.settings(run, nBest);
        return vote
                ? OutputFinder.voting(run, settings, nBest, budget(), unknown, seed)
                : new OutputFinder(run, settings, nBest, budget(), unknown, seed);
    }
}
