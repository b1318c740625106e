package org.espalier.app.cli;

import java.util.Locale;
import java.util.Map;
import java.util.function.IntPredicate;
import org.espalier.app.api.PairQuery;
import org.espalier.app.data.Pair;
import org.espalier.app.data.PairSet;
import org.espalier.app.data.Tokens;
import org.espalier.app.run.TrainedRun;
import org.espalier.model.estimate.Estimate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says how probable a trained model finds pairs. */
@Command(
        name = "score",
        description = {
            "Say how probable the scorer of a run finds pairs: log p(x, y), summed over all alignments.",
            "By importance sampling, sequential Monte Carlo or enumeration. Prints log p, its standard error, x and y, "
                    + "separated by tabs."
        },
        footer = {
            "",
            "Examples:",
            "  espalier score --run runs/swa --pairs words.tsv",
            "  espalier score --run runs/swa --x \"a b c\" --y \"c d\" --exact",
            "  espalier score --run runs/swa --pairs words.tsv --smc --samples 256 --json"
        })
final class ScoreCommand implements Runnable {
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
            description = "Draw with sequential Monte Carlo: " + PairQuery.FILTERS
                    + " filters, --samples particles together.")
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
            Tokens tokens = run.config().data().reading().tokens();
            Progress progress = new Progress(console, "pairs", set.pairs().size());
            IntPredicate chosen = exact ? enumeration.enumerable(set, console) : pair -> true;
            scores(run).ask(set, chosen, (score, pair) -> {
                show(set.pairs().get(pair), tokens, score);
                progress.step();
            });
        }
    }

    private PairQuery<Estimate> scores(TrainedRun run) {
        if (exact) {
            return PairQuery.exactScores(run, enumeration.maxPaths());
        }
        return smc
                ? PairQuery.filteredScores(run, samples, pairs.seed())
                : PairQuery.scores(run, samples, pairs.seed());
    }

    private void show(Pair pair, Tokens tokens, Estimate score) {
        String x = tokens.join(pair.x());
        String y = tokens.join(pair.y());
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
