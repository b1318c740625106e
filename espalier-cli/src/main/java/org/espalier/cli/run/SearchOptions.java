package org.espalier.cli.run;

import org.espalier.cli.console.PositiveNumber;
import org.espalier.model.search.SearchSettings;
import org.espalier.run.folder.TrainedRun;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The bounds of the search for outputs. */
final class SearchOptions {
    @Option(
            names = "--beam",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description = "The most prefixes kept for an input at each length. Default: ${DEFAULT-VALUE}.")
    private int beam = SearchSettings.DEFAULT.beam();

    @Option(
            names = "--max-output",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description = "The most symbols of an output. Default: three for each symbol of the input, and ten more.")
    private @Nullable Integer maxOutput;

    @Option(
            names = "--candidates",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description =
                    "How many of the outputs found are ranked by log p, and their probabilities made to sum to one; "
                            + "as many as --nbest at least. Default: ${DEFAULT-VALUE}.")
    private int candidates = 10;

    /**
     * Returns settings whose bound on marks is that of the run's lattices.
     *
     * @param nBest the number of outputs wanted per input
     */
    SearchSettings settings(TrainedRun run, int nBest) {
        return settings(nBest).withMaxMarks(run.config().lattices().maxMarks());
    }

    /**
     * Returns settings that do not depend on a run.
     *
     * @param nBest the number of outputs wanted per input
     */
    SearchSettings settings(int nBest) {
        SearchSettings settings = SearchSettings.DEFAULT.withBeam(beam).withNBest(Math.max(candidates, nBest));
        return maxOutput == null ? settings : settings.withMaxOutput(maxOutput);
    }
}
