package org.espalier.app.cli;

import java.util.ArrayList;
import java.util.List;
import org.espalier.app.data.InputFile;
import org.espalier.app.data.InputFile.Input;
import org.espalier.app.data.LeftOut;
import org.espalier.app.data.Reading;
import org.espalier.app.data.Unknown;
import org.espalier.app.run.TrainedRun;
import org.espalier.fst.Mfst;
import org.espalier.model.search.BeamSearch;
import org.espalier.model.search.Hypotheses;
import org.espalier.model.search.RankedOutput;
import org.espalier.model.search.Ranker;
import org.espalier.model.search.SearchResult;
import org.espalier.model.search.SearchSettings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Finds outputs for inputs with a trained model. */
@Command(
        name = "transduce",
        description = {
            "Find the most probable outputs of inputs: a beam search over mark strings, the alignments of each output merged,",
            "and the n best ranked by log p(x, y). Prints x, y, the probability of y among the n best, log p and its",
            "standard error, separated by tabs."
        },
        footer = {
            "",
            "Examples:",
            "  espalier transduce --run runs/swa --inputs words.txt --nbest 1 | cut -f1,2",
            "  espalier transduce --run runs/swa --x \"a b c\" --beam 100",
            "  espalier transduce --run runs/swa --inputs words.txt --json > outputs.jsonl"
        })
final class TransduceCommand implements Runnable {
    /** Rows of the scorer for all inputs of a batch together. */
    private static final int ROWS_AT_ONCE = 1 << 11;

    private final Console console;

    @Mixin
    private RunOption run = new RunOption();

    @Option(
            names = "--inputs",
            paramLabel = "FILE",
            description = "Inputs, one a line, or - for standard input; of several columns the first is read.")
    private @Nullable String file;

    @Option(names = "--x", paramLabel = "INPUT", description = "One input string, instead of a file.")
    private @Nullable String x;

    @Option(
            names = "--nbest",
            paramLabel = "N",
            converter = Positive.OfInt.class,
            description = "How many outputs of an input are wanted. Default: ${DEFAULT-VALUE}.")
    private int nBest = SearchSettings.DEFAULT.nBest();

    @Option(
            names = "--beam",
            paramLabel = "N",
            converter = Positive.OfInt.class,
            description = "The most prefixes kept for an input at each length. Default: ${DEFAULT-VALUE}.")
    private int beam = SearchSettings.DEFAULT.beam();

    @Option(
            names = "--max-output",
            paramLabel = "N",
            converter = Positive.OfInt.class,
            description = "The most symbols of an output. Default: three for each symbol of the input, and ten more.")
    private @Nullable Integer maxOutput;

    @Option(
            names = "--samples",
            paramLabel = "N",
            converter = Positive.Samples.class,
            description = "Mark strings drawn for each output to rank it by. Default: ${DEFAULT-VALUE}.")
    private int samples = 128;

    @Option(
            names = "--unknown",
            paramLabel = "RULE",
            description =
                    "What happens to inputs of symbols that the machine does not know. skip: told of and left out. "
                            + "fail: the first ends the command, with nothing printed. Default: skip.")
    private Unknown unknown = Unknown.SKIP;

    @Option(names = "--json", description = "Print one JSON object a line for each input.")
    private boolean json;

    TransduceCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        if ((file == null) == (x == null)) {
            throw new WrongCall(
                    file == null
                            ? "inputs are missing; give --inputs FILE or --x"
                            : "--inputs cannot be combined with --x; give one or the other");
        }
        try (TrainedRun opened = run.open(console)) {
            transduce(opened);
        }
    }

    private void transduce(TrainedRun opened) {
        Reading reading = opened.config().data().reading();
        Mfst machine = opened.lattices().machine();
        InputFile read =
                x != null ? InputFile.of(reading.split(x)) : InputFile.read(String.valueOf(file), reading, System.in);
        List<Input> inputs = read.known(machine.input(), unknown, console::say);
        BeamSearch search = new BeamSearch(opened.lattices(), opened.model().scorer(), settings(opened));
        Ranker ranker =
                new Ranker(opened.model(), opened.lattices(), opened.config().lattices(), samples, run.seed());
        RankingView view = new RankingView(console, machine, reading.tokens(), json);
        Progress progress = new Progress(console, "inputs", inputs.size());
        LeftOut notices = new LeftOut(read.name(), console::say);
        int size = Math.max(1, ROWS_AT_ONCE / beam);
        for (int from = 0; from < inputs.size(); from += size) {
            List<Input> some = inputs.subList(from, Math.min(inputs.size(), from + size));
            List<SearchResult> found = search.search(
                    some.stream().map(input -> machine.input().ids(input.x())).toList());
            List<Hypotheses> hypotheses = new ArrayList<>();
            for (int k = 0; k < some.size(); k++) {
                int[] symbols = machine.input().ids(some.get(k).x());
                hypotheses.add(new Hypotheses(from + k, symbols, found.get(k).outputs()));
                notice(found.get(k), read.place(some.get(k)), notices);
            }
            List<List<RankedOutput>> ranked = ranker.rank(hypotheses);
            for (int k = 0; k < some.size(); k++) {
                view.show(some.get(k), ranked.get(k));
                progress.step();
            }
        }
        notices.tellRest();
    }

    /** Strings that the lattices of the run leave out need not be looked for. */
    private SearchSettings settings(TrainedRun opened) {
        SearchSettings settings = SearchSettings.DEFAULT
                .withBeam(beam)
                .withNBest(nBest)
                .withMaxMarks(opened.config().lattices().maxMarks());
        return maxOutput == null ? settings : settings.withMaxOutput(maxOutput);
    }

    private static void notice(SearchResult found, String place, LeftOut notices) {
        switch (found.cut()) {
            case NONE -> {
                if (found.outputs().isEmpty()) {
                    notices.tell(place, "the machine has no output for this input, or --beam is too small to find one");
                }
            }
            case OUTPUT ->
                notices.tell(place, "a better output may be longer than the search goes; raise --max-output to see");
            case MARKS ->
                notices.tell(
                        place,
                        "a better output may need more marks than the search goes; its bound is lattice.maxMarks, "
                                + "or follows from --max-output");
        }
    }
}
