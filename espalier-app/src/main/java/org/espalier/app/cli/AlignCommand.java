package org.espalier.app.cli;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.espalier.app.data.Pair;
import org.espalier.app.data.PairSet;
import org.espalier.app.run.TrainedRun;
import org.espalier.fst.Alphabet;
import org.espalier.model.LatticeBatch;
import org.espalier.model.estimate.Estimates;
import org.espalier.model.estimate.Estimator;
import org.espalier.model.estimate.Exact;
import org.espalier.model.estimate.PosteriorString;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows how a trained model aligns pairs. */
@Command(
        name = "align",
        description = {
            "Show how the model of a run aligns pairs: paths with posterior weight, log q, log p and marks.",
            "Weights are those of the strings drawn, or with --all exact probabilities."
        },
        footer = {
            "",
            "Examples:",
            "  espalier align --run runs/swa --pairs words.tsv --best",
            "  espalier align --run runs/swa --x \"a b c\" --y \"c d\" --all",
            "  espalier align --run runs/swa --pairs words.tsv --json > alignments.jsonl"
        })
final class AlignCommand implements Runnable {
    private final Console console;

    @Mixin
    private RunPairs pairs = new RunPairs();

    @Option(
            names = "--samples",
            paramLabel = "N",
            converter = Positive.Samples.class,
            description = "Mark strings drawn for each pair. Default: ${DEFAULT-VALUE}.")
    private int samples = 64;

    @Option(names = "--best", description = "Only the path of the largest weight.")
    private boolean best;

    @Option(names = "--all", description = "Every path of the lattice, with its exact probability.")
    private boolean all;

    @Mixin
    private ExactOption enumeration = new ExactOption();

    @Option(names = "--json", description = "Print one JSON object a line for each pair.")
    private boolean json;

    AlignCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        pairs.requireGiven();
        try (TrainedRun run = pairs.open(console)) {
            PairSet set = pairs.read(run, Optional.empty(), console);
            Alphabet marks = run.lattices().machine().marks();
            Progress progress = new Progress(console, "pairs", set.pairs().size());
            Batches batches = all
                    // One by one, so that the paths of one pair only are held.
                    ? new Batches(set.lattices(), enumeration.enumerable(set, console), 1)
                    : Batches.drawing(set.lattices(), run.config().training().batch(), samples);
            batches.forEach(
                    progress, paths(run), (found, pair) -> show(set.pairs().get(pair), set.place(pair), found, marks));
        }
    }

    private BiFunction<LatticeBatch, int[], List<List<PosteriorString>>> paths(TrainedRun run) {
        if (all) {
            Exact exact = Exact.of(run.model()).withMaxPaths(enumeration.maxPaths());
            return (batch, numbers) -> exact.paths(batch);
        }
        Estimator estimator = new Estimator(run.model(), samples, samples, pairs.seed());
        return (batch, numbers) -> estimator.draw(batch, numbers).stream()
                .map(Estimates::posteriorStrings)
                .toList();
    }

    private void show(Pair pair, String place, List<PosteriorString> found, Alphabet marks) {
        List<PosteriorString> shown = best ? found.subList(0, 1) : found;
        if (json) {
            console.out().println(Json.line(object(pair, shown, marks)));
            return;
        }
        console.out().println(place + ": " + String.join(" ", pair.x()) + " -> " + String.join(" ", pair.y()));
        console.out().println("  weight     log q     log p  marks");
        for (PosteriorString path : shown) {
            console.out()
                    .println(String.format(
                            Locale.ROOT,
                            "%8.4f %9.3f %9.3f  %s",
                            path.weight(),
                            path.string().logQ(),
                            path.string().logP(),
                            marks.format(path.string().marks())));
        }
    }

    private static Map<String, Object> object(Pair pair, List<PosteriorString> shown, Alphabet marks) {
        return Json.object(
                "line", pair.line(),
                "x", String.join(" ", pair.x()),
                "y", String.join(" ", pair.y()),
                "paths",
                        shown.stream()
                                .map(path -> Json.object(
                                        "weight", path.weight(),
                                        "logQ", path.string().logQ(),
                                        "logP", path.string().logP(),
                                        "marks", marks.format(path.string().marks())))
                                .toList());
    }
}
