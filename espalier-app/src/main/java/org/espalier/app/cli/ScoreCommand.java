package org.espalier.app.cli;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import org.espalier.app.data.Pair;
import org.espalier.app.data.PairSet;
import org.espalier.app.run.TrainedRun;
import org.espalier.model.LatticeBatch;
import org.espalier.model.estimate.Estimate;
import org.espalier.model.estimate.Estimates;
import org.espalier.model.estimate.Estimator;
import org.espalier.model.estimate.Exact;
import org.espalier.model.estimate.Smc;
import org.espalier.model.estimate.SmcEstimate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says how probable a trained model finds pairs. */
@Command(
        name = "score",
        description = {
            "Say how probable the scorer of a run finds pairs: log p(x, y), summed over all alignments.",
            "By importance sampling, sequential Monte Carlo or enumeration. Prints log p, its standard error, x and y,",
            "separated by tabs."
        },
        footer = {
            "",
            "Examples:",
            "  espalier score --run runs/swa --pairs words.tsv",
            "  espalier score --run runs/swa --x \"a b c\" --y \"c d\" --exact",
            "  espalier score --run runs/swa --pairs words.tsv --smc --samples 256 --json"
        })
final class ScoreCommand implements Runnable {
    /** Independent filters of a pair, whose spread is the standard error. */
    private static final int FILTERS = 8;

    private final Console console;

    @Mixin
    private RunPairs pairs = new RunPairs();

    @Option(
            names = "--samples",
            paramLabel = "N",
            converter = Positive.Samples.class,
            description = "Mark strings drawn for each pair. Default: ${DEFAULT-VALUE}.")
    private int samples = 128;

    @Option(names = "--exact", description = "The exact value, by enumerating all paths.")
    private boolean exact;

    @Mixin
    private ExactOption enumeration = new ExactOption();

    @Option(
            names = "--smc",
            description = "Draw with sequential Monte Carlo: " + FILTERS + " filters, --samples particles together.")
    private boolean smc;

    @Option(names = "--json", description = "Print one JSON object a line for each pair.")
    private boolean json;

    ScoreCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        pairs.requireGiven();
        if (exact && smc) {
            throw new WrongCall("--exact and --smc are two ways to the same number; give one");
        }
        try (TrainedRun run = pairs.open(console)) {
            PairSet set = pairs.read(run, console);
            Progress progress = new Progress(console, "pairs", set.pairs().size());
            int size = run.config().training().batch();
            Batches batches = exact
                    ? new Batches(set.lattices(), enumeration.enumerable(set, console), size)
                    : Batches.drawing(set.lattices(), size, samples);
            batches.forEach(
                    progress, scores(run), (score, pair) -> show(set.pairs().get(pair), score));
        }
    }

    private BiFunction<LatticeBatch, int[], List<Estimate>> scores(TrainedRun run) {
        if (exact) {
            Exact values = Exact.of(run.model()).withMaxPaths(enumeration.maxPaths());
            return (batch, numbers) -> values.values(batch).stream()
                    .map(ofPair -> new Estimate(ofPair.logLikelihood(), 0))
                    .toList();
        }
        if (smc) {
            int particles = Math.max(1, samples / FILTERS);
            Smc filter = new Smc(run.model(), particles, Smc.DEFAULT_THRESHOLD, FILTERS, pairs.seed());
            return (batch, numbers) -> filter.estimate(batch, numbers).stream()
                    .map(SmcEstimate::logLikelihood)
                    .toList();
        }
        Estimator estimator = new Estimator(run.model(), samples, samples, pairs.seed());
        return (batch, numbers) -> estimator.estimate(batch, numbers).stream()
                .map(Estimates::logLikelihood)
                .toList();
    }

    private void show(Pair pair, Estimate score) {
        String x = String.join(" ", pair.x());
        String y = String.join(" ", pair.y());
        if (json) {
            Map<String, Object> object = Json.object("line", pair.line(), "x", x, "y", y);
            object.putAll(Json.estimate(score, "logP"));
            console.out().println(Json.line(object));
        } else {
            console.out()
                    .println(String.format(
                            Locale.ROOT, "%.4f\t%.4f\t%s\t%s", score.value(), score.standardError(), x, y));
        }
    }
}
