package org.espalier.cli.run;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Consumer;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.ConsoleProgress;
import org.espalier.cli.console.PositiveNumber;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.search.SearchSettings;
import org.espalier.run.OutputFinder;
import org.espalier.run.Transductions;
import org.espalier.run.data.InputFile;
import org.espalier.run.data.InputFile.Input;
import org.espalier.run.data.LineWarnings;
import org.espalier.run.data.Reading;
import org.espalier.run.data.UnknownSymbolPolicy;
import org.espalier.run.data.UnknownSymbols;
import org.espalier.run.folder.TrainedRun;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Ranks outputs that were found elsewhere with a trained model. */
@Command(
        name = "rerank",
        description = {
            "Rerank given outputs of inputs by log p(x, y) or log p(y | x), summed over all alignments.",
            "Prints the columns of transduce. Outputs that the machine cannot produce come last, with probability 0."
        },
        footer = {
            "",
            "Examples:",
            "  espalier rerank --run runs/swa --pairs hypotheses.tsv",
            "  espalier rerank --run runs/swa --pairs hypotheses.tsv --samples 512 --json"
        })
public final class RerankCommand implements Runnable {
    private static final int BATCH_SIZE = 16;

    private final Console console;

    @Mixin
    private RunOption run = new RunOption();

    @Option(
            names = "--pairs",
            required = true,
            paramLabel = "FILE",
            description = {
                "File of inputs with their outputs, lines x<TAB>y1<TAB>y2…, or - for standard input.",
                "Consecutive lines with the same input are ranked together."
            })
    private String file = "";

    @Option(
            names = "--samples",
            paramLabel = "N",
            converter = PositiveNumber.Samples.class,
            description = "Number of samples per output. Default: ${DEFAULT-VALUE}.")
    private int samples = 128;

    @Mixin
    private RefineOption refinement = new RefineOption();

    @Mixin
    private UnknownSymbolOption unknown = new UnknownSymbolOption();

    @Option(names = "--json", description = "Print one JSON line per input.")
    private boolean json;

    RerankCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        UnknownSymbolPolicy policy = unknown.rule();
        try (TrainedRun opened = run.open(console)) {
            Mfst machine = opened.lattices().machine();
            InputFile read = read(opened.config().data().reading(), machine, policy);
            List<Input> inputs = read.known(machine.input(), UnknownSymbolPolicy.SKIP, console::info);
            rank(read, inputs, finder(opened), opened);
        }
    }

    private OutputFinder finder(TrainedRun opened) {
        return new OutputFinder(
                opened,
                SearchSettings.DEFAULT,
                SearchSettings.DEFAULT.nBest(),
                refinement.budget(samples),
                UnknownSymbolPolicy.SKIP,
                run.seed());
    }

    private void rank(InputFile read, List<Input> inputs, OutputFinder finder, TrainedRun opened) {
        Mfst machine = opened.lattices().machine();
        LineWarnings warnings = new LineWarnings(read.name(), console::info);
        RankingView view = new RankingView(
                console.out(),
                json ? OutputFormat.JSONL : OutputFormat.TSV,
                opened.config().data().reading());
        ConsoleProgress progress = new ConsoleProgress(console, "inputs", inputs.size());
        TransductionCounts counts = new TransductionCounts();
        for (int from = 0; from < inputs.size(); from += BATCH_SIZE) {
            List<Input> batch = inputs.subList(from, Math.min(inputs.size(), from + BATCH_SIZE)).stream()
                    .map(input -> withKnownOutputs(input, machine, reason -> warnings.add(read.place(input), reason)))
                    .toList();
            List<Transductions> ranked = finder.rank(batch);
            for (int k = 0; k < batch.size(); k++) {
                Transductions found = ranked.get(k);
                String place = read.place(batch.get(k));
                counts.add(found);
                found.failure().ifPresent(reason -> warnings.add(place, reason));
                if (!found.isFailed()) {
                    view.show(batch.get(k), found);
                }
            }
            progress.step(batch.size());
        }
        warnings.finish();
        if (counts.outputs() == 0) {
            throw new EspalierException(read.name() + " has no output that can be ranked; lines are x<TAB>y1<TAB>y2…");
        }
        counts.warnFailed(read.name(), console);
    }

    private InputFile read(Reading reading, Mfst machine, UnknownSymbolPolicy policy) {
        InputFile lines = InputFile.read(file, reading, System.in);
        if (policy == UnknownSymbolPolicy.FAIL) {
            lines.requireKnown(machine);
        }
        return lines.grouped();
    }

    /** Returns an input with its distinct outputs whose symbols are all known. */
    private static Input withKnownOutputs(Input input, Mfst machine, Consumer<String> warnings) {
        List<List<String>> outputs = new ArrayList<>();
        if (input.outputs().isEmpty()) {
            warnings.accept("found one column, expected x<TAB>y1<TAB>y2…; separate an input and its outputs by tabs");
        }
        for (List<String> output : new LinkedHashSet<>(input.outputs())) {
            UnknownSymbols.problem(output, machine.output(), "writes")
                    .ifPresentOrElse(
                            reason -> warnings.accept(reason + "; this output is skipped"), () -> outputs.add(output));
        }
        return new Input(input.x(), outputs, input.id(), input.line());
    }
}
