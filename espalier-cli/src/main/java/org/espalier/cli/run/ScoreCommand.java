package org.espalier.cli.run;

import java.util.function.IntPredicate;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.ConsoleProgress;
import org.espalier.model.estimate.Estimate;
import org.espalier.run.data.Pair;
import org.espalier.run.data.PairSet;
import org.espalier.run.data.UnknownSymbolPolicy;
import org.espalier.run.folder.TrainedRun;
import org.espalier.run.result.Json;
import org.espalier.run.result.RowId;
import org.espalier.run.result.ScoreLines;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints the log-probabilities of pairs under a trained model. */
@Command(
        name = "score",
        description = {
            "Score pairs with the model of a run: log p(x, y) or, if it is given the input, log p(y | x), summed over all "
                    + "alignments.",
            "Uses importance sampling, sequential Monte Carlo or enumeration. Estimates of p(x, y) are unbiased, except with "
                    + "--refine. Prints log p, its standard error, x and y, separated by tabs."
        },
        footer = {
            "",
            "Examples:",
            "  espalier score --run runs/swa --pairs words.tsv",
            "  espalier score --run runs/swa --x \"a b c\" --y \"c d\" --exact",
            "  espalier score --run runs/swa --pairs words.tsv --smc --samples 256 --json",
            "  espalier score --run runs/swa --pairs words.tsv --samples 256 --refine 3"
        })
public final class ScoreCommand implements Runnable {
    private final Console console;

    @Mixin
    private RunPairOptions pairs = new RunPairOptions();

    @Mixin
    private UnknownSymbolOption unknown = new UnknownSymbolOption();

    @Mixin
    private ScoreOptions wanted = new ScoreOptions();

    @Option(names = "--json", description = "Print one JSON line per pair.")
    private boolean json;

    ScoreCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        pairs.requireGiven();
        wanted.requireConsistent();
        UnknownSymbolPolicy policy = unknown.rule();
        try (TrainedRun run = pairs.open(console)) {
            ScoreLines lines = new ScoreLines(run.config().data().reading());
            if (pairs.areLive()) {
                RunPairOptions.answer(
                        run,
                        policy,
                        wanted.query(run, pairs.seed()),
                        (pair, score) -> show(pair, lines, score),
                        (line, reason) -> console.out()
                                .println(json ? Json.failure(line.number(), reason) : "\t\t" + line.text()),
                        console);
                return;
            }
            if (run.model().scorer().isConditional()) {
                console.info("these are log p(y | x), since " + run.name()
                        + " is given the input; for log p(x, y) train with" + " scorer.given: nothing");
            }
            PairSet set = pairs.read(run, policy, console);
            ConsoleProgress progress =
                    new ConsoleProgress(console, "pairs", set.pairs().size());
            IntPredicate chosen = wanted.exact() ? wanted.enumeration().enumerable(set, console) : pair -> true;
            wanted.query(run, pairs.seed()).ask(set, chosen, (score, pair) -> {
                show(set.pairs().get(pair), lines, score);
                progress.step();
            });
        }
    }

    private void show(Pair pair, ScoreLines lines, Estimate score) {
        console.out()
                .println(json ? lines.json(RowId.of(pair.id(), pair.line()), pair, score) : lines.columns(pair, score));
    }
}
