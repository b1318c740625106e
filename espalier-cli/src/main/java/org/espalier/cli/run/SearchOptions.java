package org.espalier.cli.run;

import org.espalier.cli.console.PositiveNumber;
import org.espalier.cli.console.UsageException;
import org.espalier.model.search.SearchSettings;
import org.espalier.run.OutputFinder;
import org.espalier.run.folder.TrainedRun;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The bounds of the search for outputs. */
final class SearchOptions {
    @Option(
            names = "--beam",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description = "Beam size: maximum number of prefixes kept at each length. Default: "
                    + SearchSettings.JOINT_BEAM + " for a joint model, " + SearchSettings.CONDITIONAL_BEAM
                    + " for one that is given the input.")
    private @Nullable Integer beam;

    @Option(
            names = "--threshold",
            paramLabel = "P",
            description =
                    "Drop prefixes with less than this share of the probability of the best one, and outputs with them; "
                            + "0 drops none. Default: " + SearchSettings.JOINT_THRESHOLD + " for a joint model, "
                            + SearchSettings.CONDITIONAL_THRESHOLD + " for one that is given the input.")
    private @Nullable Double threshold;

    @Option(
            names = "--max-output",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description = "Maximum number of symbols of an output. Default: 3 times the length of the input, plus 10.")
    private @Nullable Integer maxOutput;

    @Option(
            names = "--candidates",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description =
                    "Number of outputs of the search that are ranked by log p and share the probability; --nbest if "
                            + "that is more. Default: ${DEFAULT-VALUE}.")
    private int candidates = OutputFinder.CANDIDATES;

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
        if (threshold != null && !(threshold >= 0 && threshold < 1)) {
            throw new UsageException(
                    "--threshold " + threshold + " is not a share; give a number of at least 0 and under 1");
        }
        SearchSettings settings = SearchSettings.DEFAULT
                .withBeam(beam == null ? 0 : beam)
                .withThreshold(threshold == null ? SearchSettings.AUTOMATIC : threshold)
                .withNBest(Math.max(candidates, nBest));
        return maxOutput == null ? settings : settings.withMaxOutput(maxOutput);
    }
}
