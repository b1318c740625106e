package org.espalier.cli.run;

import java.util.List;
import java.util.Objects;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.ConsoleProgress;
import org.espalier.cli.console.UsageException;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.espalier.run.OutputFinder;
import org.espalier.run.data.InputFile;
import org.espalier.run.data.InputFile.Input;
import org.espalier.run.data.LineWarnings;
import org.espalier.run.data.Tokenizer;
import org.espalier.run.folder.TrainedRun;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Finds outputs of inputs with a trained model. */
@Command(
        name = "transduce",
        description = {
            "Find the most probable outputs of inputs.",
            "Runs a beam search over mark strings that merges the alignments of an output, and ranks the outputs by log p(x, y). "
                    + "Prints x, y, the probability of y among the ranked outputs, log p and its standard error, separated by tabs."
        },
        footer = {
            "",
            "Examples:",
            "  espalier transduce --run runs/swa --inputs words.txt --nbest 1 | cut -f1,2",
            "  espalier transduce --run runs/swa --x \"a b c\" --beam 100",
            "  espalier transduce --run runs/swa --inputs names.txt --unknown copy",
            "  espalier transduce --run runs/swa --inputs words.txt --json > outputs.jsonl",
            "  espalier transduce --run runs/swa --inputs words.txt --nbest 10 --lattice lattices"
        })
public final class TransduceCommand implements Runnable {
    private final Console console;

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private RunOption run = new RunOption();

    @Option(
            names = "--inputs",
            paramLabel = "FILE",
            description = "File of inputs, one per line, or - for standard input; only the first column is read.")
    private @Nullable String file;

    @Option(names = "--x", paramLabel = "INPUT", description = "A single input string, instead of a file.")
    private @Nullable String x;

    @Mixin
    private TransduceOptions wanted = new TransduceOptions();

    @Option(names = "--json", description = "Print one JSON line per input.")
    private boolean json;

    @Option(
            names = "--lattice",
            paramLabel = "PATH",
            description =
                    "Also write the outputs of each input as a weighted OpenFst acceptor. With --x, a file: .fst OpenFst "
                            + "binary, .att OpenFst text, with symbol tables PATH.isyms and PATH.osyms. With --inputs, a new "
                            + "folder with one binary file per input, named by its line: 1.fst, 2.fst, and so on.")
    private @Nullable String lattice;

    TransduceCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        if (file != null && x != null) {
            throw new UsageException("--inputs cannot be combined with --x; give one or the other");
        }
        if (file == null && x == null) {
            throw new UsageException("inputs are missing; give --inputs FILE or --x");
        }
        OutputLattices lattices = lattice == null ? null : OutputLattices.to(lattice, file != null);
        try (TrainedRun opened = run.open(console)) {
            transduce(opened, lattices);
        }
    }

    private InputFile read(Tokenizer tokenizer) {
        return file != null
                ? InputFile.read(file, tokenizer, System.in)
                : InputFile.of(tokenizer.split(Objects.requireNonNull(x)));
    }

    private void transduce(TrainedRun opened, @Nullable OutputLattices lattices) {
        InputFile read = read(opened.config().data().reading());
        Mfst machine = opened.lattices().machine();
        List<Input> inputs = read.known(machine.input(), wanted.unknown(), console::info);
        OutputFinder finder = wanted.finder(opened, run.seed());
        RankingView view = new RankingView(console.out(), json);
        ConsoleProgress progress = new ConsoleProgress(console, "inputs", inputs.size());
        LineWarnings warnings = new LineWarnings(read.name(), console::info);
        TransductionCounts counts = new TransductionCounts();
        finder.forEach(inputs.stream().map(Input::x).toList(), (found, k) -> {
            RankingView.warn(read.place(inputs.get(k)), found, spec, warnings);
            counts.add(found);
            if (!found.isFailed()) {
                view.show(inputs.get(k), found);
            }
            if (lattices != null) {
                lattices.write(inputs.get(k), found, machine.output());
            }
            progress.step();
        });
        warnings.finish();
        if (counts.outputs() == 0) {
            throw new EspalierException(read.name() + ": no output was found for "
                    + (counts.inputs() == 1 ? "the input" : "any of " + counts.inputs() + " inputs")
                    + "; the reasons are above");
        }
        counts.warnFailed(read.name(), console);
        if (lattices != null) {
            console.info("wrote " + lattices);
        }
    }
}
