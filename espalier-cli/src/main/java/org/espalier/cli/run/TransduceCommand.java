package org.espalier.cli.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.ConsoleProgress;
import org.espalier.cli.console.LiveInput;
import org.espalier.cli.console.UsageException;
import org.espalier.fst.Alphabet;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.SourceException;
import org.espalier.run.OutputFinder;
import org.espalier.run.Transductions;
import org.espalier.run.data.InputFile;
import org.espalier.run.data.InputFile.Input;
import org.espalier.run.data.LineWarnings;
import org.espalier.run.data.Reading;
import org.espalier.run.data.UnknownSymbolPolicy;
import org.espalier.run.data.UnknownSymbols;
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
            "Runs a beam search over mark strings that merges the alignments of an output, and ranks the outputs by log p(x, y) or log p(y | x). "
                    + "Prints x, y, the probability of y among the ranked outputs (if the run is calibrated, its calibrated probability), log p and its standard error, separated by tabs."
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
            description =
                    "File of inputs, one per line, or - for standard input, each of whose lines is answered as it comes. Lines "
                            + "may also be those of files of pairs, whose outputs are ignored.")
    private @Nullable String file;

    @Option(names = "--x", paramLabel = "INPUT", description = "A single input string, instead of a file.")
    private @Nullable String x;

    @Mixin
    private TransduceOptions wanted = new TransduceOptions();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description =
                    "Output format: tsv (x, y, probability, log p and its standard error), lexicon (x and y), sigmorphon (the "
                            + "columns of the run's files, with y in its place), table (for people) or jsonl (one JSON object per input). "
                            + "Default: tsv.")
    private @Nullable OutputFormat format;

    @Mixin
    private JsonFormatOption json = new JsonFormatOption();

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
        if (x != null && x.isBlank()) {
            throw new UsageException("--x is empty; give the symbols of an input, or --inputs FILE");
        }
        wanted.requireConsistent();
        OutputFormat shown = json.format(format, OutputFormat.JSONL, OutputFormat.TSV);
        if (lattice != null && "-".equals(file)) {
            throw new UsageException("--lattice cannot be combined with --inputs -; name a file of inputs");
        }
        run.requireNotOwn(Stream.ofNullable(lattice).map(Path::of));
        OutputLattices lattices = lattice == null ? null : OutputLattices.to(lattice, file != null);
        try (TrainedRun opened = run.open(console)) {
            RunOption.requireNotNamed(opened, Stream.ofNullable(lattice).map(Path::of));
            RankingView view =
                    new RankingView(console.out(), shown, opened.config().data().reading());
            if ("-".equals(file)) {
                answer(opened, view);
            } else {
                transduce(opened, view, lattices);
            }
        }
    }

    private InputFile read(Reading reading) {
        return file != null
                ? InputFile.read(file, reading, System.in)
                : InputFile.of(reading.inputSymbols(Objects.requireNonNull(x)));
    }

    /** Answers the lines of standard input as they come: each has an answer, even if it is that there is none. */
    private void answer(TrainedRun opened, RankingView view) {
        Reading reading = opened.config().data().reading();
        Alphabet known = opened.lattices().machine().input();
        OutputFinder finder = wanted.finder(opened, run.seed());
        TransductionCounts counts = new TransductionCounts();
        AtomicLong asked = new AtomicLong();
        LiveInput.forEachBatch(System.in, lines -> {
            asked.addAndGet(lines.size());
            List<LiveQuestion> questions = lines.stream()
                    .map(line -> LiveQuestion.of(line, reading, known, wanted.unknown()))
                    .toList();
            List<Transductions> found = new ArrayList<>();
            finder.forEach(
                    questions.stream()
                            .filter(LiveQuestion::isGood)
                            .map(question -> question.input().x())
                            .toList(),
                    (each, k) -> found.add(each));
            Iterator<Transductions> next = found.iterator();
            for (LiveQuestion question : questions) {
                show(question, question.isGood() ? next.next() : null, view, counts);
            }
            console.out().flush();
        });
        if (counts.outputs() == 0) {
            throw new EspalierException(
                    asked.get() == 0
                            ? LiveInput.NAME + " has no inputs; an input is a line"
                            : LiveInput.NAME + ": no line has an output; the reasons are above");
        }
    }

    private void show(
            LiveQuestion question, @Nullable Transductions found, RankingView view, TransductionCounts counts) {
        String problem = found == null
                ? question.problem()
                : found.failure().orElse(found.outputs().isEmpty() ? "no output was found" : "");
        if (found == null || !problem.isEmpty()) {
            console.info(LiveInput.NAME + ":" + question.line().number() + ": " + problem);
            view.failed(question.line().number(), question.line().text(), problem);
        } else {
            counts.add(found);
            view.show(question.input(), wanted.shown(found));
        }
    }

    /**
     * A line of standard input.
     *
     * @param input the input; without symbols if it could not be read
     * @param problem why the line has no answer; empty if it may have one
     */
    private record LiveQuestion(LiveInput.Line line, Input input, String problem) {
        static LiveQuestion of(LiveInput.Line line, Reading reading, Alphabet known, UnknownSymbolPolicy policy) {
            InputFile read = InputFile.read(LiveInput.NAME, line.reader(), reading);
            if (read.inputs().isEmpty()) {
                return new LiveQuestion(
                        line,
                        new Input(List.of(), List.of(), line.number()),
                        read.badLines().stream()
                                .map(SourceException::reason)
                                .findFirst()
                                .orElseGet(line::withoutContent));
            }
            Input input = read.inputs().get(0);
            Optional<String> unknown = UnknownSymbols.problem(input.x(), known, "reads");
            if (unknown.isPresent() && policy == UnknownSymbolPolicy.FAIL) {
                throw new EspalierException(LiveInput.NAME + ":" + line.number() + ": " + unknown.get());
            }
            return new LiveQuestion(line, input, policy == UnknownSymbolPolicy.COPY ? "" : unknown.orElse(""));
        }

        boolean isGood() {
            return problem.isEmpty();
        }
    }

    private void transduce(TrainedRun opened, RankingView view, @Nullable OutputLattices lattices) {
        InputFile read = read(opened.config().data().reading());
        Mfst machine = opened.lattices().machine();
        List<Input> inputs = read.known(machine.input(), wanted.unknown(), console::info);
        OutputFinder finder = wanted.finder(opened, run.seed());
        ConsoleProgress progress = new ConsoleProgress(console, "inputs", inputs.size());
        LineWarnings warnings = new LineWarnings(read.name(), console::info);
        TransductionCounts counts = new TransductionCounts();
        finder.forEach(inputs.stream().map(Input::x).toList(), (found, k) -> {
            RankingView.warn(read.place(inputs.get(k)), found, spec, warnings);
            counts.add(found);
            if (!found.isFailed()) {
                view.show(inputs.get(k), wanted.shown(found));
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
