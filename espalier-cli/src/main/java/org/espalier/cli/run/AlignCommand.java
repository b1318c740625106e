package org.espalier.cli.run;

import java.util.Locale;
import java.util.function.IntPredicate;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.ConsoleProgress;
import org.espalier.cli.console.LiveInput;
import org.espalier.cli.console.UsageException;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.Plural;
import org.espalier.model.estimate.RunningMean;
import org.espalier.run.GivenAlignment;
import org.espalier.run.data.Pair;
import org.espalier.run.data.PairSet;
import org.espalier.run.data.Reading;
import org.espalier.run.data.UnknownSymbolPolicy;
import org.espalier.run.folder.TrainedRun;
import org.espalier.run.result.AlignmentLines;
import org.espalier.run.result.Json;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints alignments of pairs under a trained model. */
@Command(
        name = "align",
        description = {
            "Align pairs with the model of a run.",
            "Prints paths with posterior weight, log q, log p and marks. Below each is its alignment, x above y, and p, the "
                    + "probability of each column. Weights and p are estimated from samples, or exact with --all. "
                    + "With --refine, log q is that of all rounds together."
        },
        footer = {
            "",
            "Examples:",
            "  espalier align --run runs/swa --pairs words.tsv --best",
            "  espalier align --run runs/swa --x \"a b c\" --y \"c d\" --all",
            "  espalier align --run runs/swa --pairs words.tsv --format jsonl > alignments.jsonl",
            "  espalier align --run runs/swa --pairs words.tsv --best --format phonetisaurus > words.corpus",
            "  espalier align --run runs/swa --pairs words.corpus --compare"
        })
public final class AlignCommand implements Runnable {
    private final Console console;

    @Mixin
    private RunPairOptions pairs = new RunPairOptions();

    @Mixin
    private UnknownSymbolOption unknown = new UnknownSymbolOption();

    @Mixin
    private AlignOptions wanted = new AlignOptions();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description =
                    "Output format: table, jsonl (one JSON line per pair), or one line per path in the format of m2m-aligner "
                            + "(m2m) or phonetisaurus-align (phonetisaurus). Default: table.")
    private @Nullable AlignmentFormat format;

    @Mixin
    private JsonFormatOption json = new JsonFormatOption();

    @Option(
            names = "--compare",
            description =
                    "Compare with the alignments in the file of pairs, which must be one of Phonetisaurus or m2m-aligner: "
                            + "print the posterior probability of each, whether the best path agrees with it, x and y, separated by "
                            + "tabs, and their means.")
    private boolean compare;

    AlignCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        pairs.requireGiven();
        wanted.requireConsistent();
        if (compare && pairs.areLive()) {
            throw new UsageException("--compare needs a file with alignments, not standard input; give --pairs FILE");
        }
        if (compare && (json.isGiven() || format != null || wanted.best())) {
            throw new UsageException("--compare has a format of its own; leave out --format, --json and --best");
        }
        UnknownSymbolPolicy policy = unknown.rule();
        AlignmentFormat shown = json.format(format, AlignmentFormat.JSONL, AlignmentFormat.TABLE);
        try (TrainedRun run = pairs.open(console)) {
            AlignmentView view = new AlignmentView(
                    console, shown, new AlignmentLines(run.config().data().reading(), wanted.best()));
            if (pairs.areLive()) {
                RunPairOptions.answer(
                        run,
                        policy,
                        wanted.query(run, pairs.seed()),
                        (pair, found) -> view.show(pair, LiveInput.NAME + ":" + pair.line(), found),
                        (line, reason) -> console.out()
                                .println(shown == AlignmentFormat.JSONL ? Json.failure(line.number(), reason) : ""),
                        console);
                return;
            }
            if (compare) {
                compare(run, pairs.readAligned(run, policy, console));
                return;
            }
            PairSet set = pairs.read(run, policy, console);
            ConsoleProgress progress =
                    new ConsoleProgress(console, "pairs", set.pairs().size());
            IntPredicate chosen = wanted.all() ? wanted.enumeration().enumerable(set, console) : pair -> true;
            wanted.query(run, pairs.seed()).ask(set, chosen, (found, pair) -> {
                view.show(set.pairs().get(pair), set.place(pair), found);
                progress.step();
            });
        }
    }

    private void compare(TrainedRun run, PairSet set) {
        if (set.pairs().stream().allMatch(pair -> pair.units().isEmpty())) {
            throw new EspalierException(
                    set.name() + " has no alignments to compare with; name a corpus that was aligned by"
                            + " phonetisaurus-align or m2m-aligner, or written by align --format phonetisaurus or m2m");
        }
        Reading reading = run.config().data().reading();
        RunningMean probability = new RunningMean();
        RunningMean agreement = new RunningMean();
        long[] compared = {0};
        IntPredicate chosen = wanted.all() ? wanted.enumeration().enumerable(set, console) : pair -> true;
        wanted.query(run, pairs.seed()).ask(set, chosen, (found, index) -> {
            Pair pair = set.pairs().get(index);
            if (!pair.units().isEmpty()) {
                GivenAlignment given = GivenAlignment.of(pair, found);
                probability.add(given.probability());
                agreement.add(given.isBest() ? 1 : 0);
                compared[0]++;
                console.out()
                        .println(String.format(
                                Locale.ROOT,
                                "%.4f\t%s\t%s\t%s",
                                given.probability(),
                                given.isBest() ? "same" : "other",
                                reading.inputText(pair.x()),
                                reading.outputText(pair.y())));
            }
        });
        console.info(String.format(
                Locale.ROOT,
                "the given alignments have a mean probability of %.3f, and the best path agrees with %.1f %% of %s",
                probability.estimate().value(),
                100 * agreement.estimate().value(),
                Plural.of(compared[0], "pair")));
    }
}
