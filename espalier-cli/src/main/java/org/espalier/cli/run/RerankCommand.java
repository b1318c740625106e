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
import org.espalier.run.OutputFinder.Found;
import org.espalier.run.OutputFinder.Given;
import org.espalier.run.data.InputFile;
import org.espalier.run.data.InputFile.Input;
import org.espalier.run.data.LineWarnings;
import org.espalier.run.data.Tokenizer;
import org.espalier.run.data.UnknownSymbolPolicy;
import org.espalier.run.folder.TrainedRun;
import org.espalier.run.result.RankingLines;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Ranks outputs that were found elsewhere with a trained model. */
@Command(
        name = "rerank",
        description = {
            "Rerank given outputs of inputs by log p(x, y), summed over all alignments.",
            "Prints the columns of transduce. Outputs that the machine cannot produce come last, with probability 0."
        },
        footer = {
            "",
            "Examples:",
            "  espalier rerank --run runs/swa --pairs hypotheses.tsv",
            "  espalier rerank --run runs/swa --pairs hypotheses.tsv --samples 512 --json"
        })
public final class RerankCommand implements Runnable {
    private static final int INPUTS_AT_ONCE = 16;

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
    private UnknownSymbolOption unknown = new UnknownSymbolOption();

    @Option(names = "--json", description = "Print one JSON line per input.")
    private boolean json;

    RerankCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        UnknownSymbolPolicy rule = unknown.rule();
        try (TrainedRun opened = run.open(console)) {
            Tokenizer reading = opened.config().data().reading();
            Mfst machine = opened.lattices().machine();
            InputFile read = read(reading, machine, rule);
            LineWarnings leftOut = new LineWarnings(read.name(), console::say);
            List<Input> inputs = read.known(machine.input(), UnknownSymbolPolicy.SKIP, console::say);
            OutputFinder finder = new OutputFinder(
                    opened,
                    SearchSettings.DEFAULT,
                    SearchSettings.DEFAULT.nBest(),
                    samples,
                    UnknownSymbolPolicy.SKIP,
                    run.seed());
            RankingView view = new RankingView(console.out(), new RankingLines(reading.tokens()), json);
            ConsoleProgress progress = new ConsoleProgress(console, "inputs", inputs.size());
            TransductionCounts tally = new TransductionCounts();
            for (int from = 0; from < inputs.size(); from += INPUTS_AT_ONCE) {
                List<Given> some = new ArrayList<>();
                for (int k = from; k < Math.min(inputs.size(), from + INPUTS_AT_ONCE); k++) {
                    String place = read.place(inputs.get(k));
                    some.add(given(inputs.get(k), machine, reason -> leftOut.tell(place, reason)));
                }
                List<Found> found = finder.rank(some);
                for (int k = 0; k < some.size(); k++) {
                    Input input = inputs.get(from + k);
                    tally.count(found.get(k));
                    found.get(k).caution().ifPresent(caution -> leftOut.tell(read.place(input), caution));
                    if (!found.get(k).isFailed()) {
                        view.show(input, found.get(k).outputs());
                    }
                }
                progress.step(some.size());
            }
            leftOut.tellRest();
            if (tally.outputs() == 0) {
                throw new EspalierException(
                        read.name() + " has no output that can be ranked; lines are x<TAB>y1<TAB>y2…");
            }
            tally.tellFailed(read.name(), console);
        }
    }

    private InputFile read(Tokenizer reading, Mfst machine, UnknownSymbolPolicy rule) {
        InputFile lines = InputFile.read(file, reading, System.in);
        if (rule == UnknownSymbolPolicy.FAIL) {
            lines.requireKnown(machine);
        }
        return lines.grouped();
    }

    /** The outputs of known symbols, each once. */
    private static Given given(Input input, Mfst machine, Consumer<String> leftOut) {
        List<List<String>> outputs = new ArrayList<>();
        if (input.outputs().isEmpty()) {
            leftOut.accept("found one column, expected x<TAB>y1<TAB>y2…; separate an input and its outputs by tabs");
        }
        for (List<String> output : new LinkedHashSet<>(input.outputs())) {
            InputFile.unknown(output, machine.output(), "writes")
                    .ifPresentOrElse(
                            reason -> leftOut.accept(reason + "; this output is left out"), () -> outputs.add(output));
        }
        return new Given(input.x(), outputs);
    }
}
