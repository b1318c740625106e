package org.espalier.run;

import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.espalier.fst.Alphabet;
import org.espalier.fst.Lattice;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.estimate.Estimate;
import org.espalier.model.estimate.Exact;
import org.espalier.model.search.SearchSettings;
import org.espalier.run.alignment.Alignment;
import org.espalier.run.data.InputFile;
import org.espalier.run.data.PairSet;
import org.espalier.run.data.Tokenizer;
import org.espalier.run.data.UnknownSymbolPolicy;
import org.espalier.run.folder.TrainedRun;

/**
 * A trained run, to be asked: for the outputs of an input, the alignments of a pair, the probability of a pair. Strings are
 * text, and become symbols as they did when the run was trained.
 *
 * <p>All methods may be called by several threads at once; only {@link #close} must wait until no other call is under way.
 * The parameters lie outside of Java's heap and are freed on closing. Answers depend on the run, the options and what is
 * asked, not on what was asked before.
 *
 * <pre>{@code
 * try (Transducer transducer = Transducer.open(Path.of("runs/words"))) {
 *     System.out.println(transducer.transduce("chat").best().output());
 * }
 * }</pre>
 */
public final class Transducer implements AutoCloseable {
    private final TrainedRun run;
    private final Options options;
    private final OutputFinder finder;
    private final PairQuery<Alignments> alignments;
    private final PairQuery<Estimate> scores;

    /**
     * How answers are found.
     *
     * @param search for {@link #transduce}: the beam, how many outputs are wanted, how long they may be
     * @param samples mark strings drawn for a pair, or to rank an output by
     * @param seed what all that is drawn depends on
     * @param exact whether {@link #align} and {@link #score} enumerate all paths instead of drawing some; a pair of more than
     *     {@value Exact#DEFAULT_MAX_PATHS} is then an error
     */
    public record Options(SearchSettings search, int samples, long seed, boolean exact) {
        /** Five outputs from a beam of 64, and 128 samples. */
        public static final Options DEFAULT = new Options(SearchSettings.DEFAULT, 128, 1, false);

        public Options {
            if (samples < 1) {
                throw new EspalierException("samples must be at least 1; got " + samples);
            }
        }

        public Options withSearch(SearchSettings changed) {
            return new Options(changed, samples, seed, exact);
        }

        public Options withSamples(int changed) {
            return new Options(search, changed, seed, exact);
        }

        public Options withSeed(long changed) {
            return new Options(search, samples, changed, exact);
        }

        public Options withExact(boolean changed) {
            return new Options(search, samples, seed, changed);
        }
    }

    private Transducer(TrainedRun run, Options options) {
        this.run = run;
        this.options = options;
        this.finder = new OutputFinder(
                run,
                options.search.withMaxMarks(run.config().lattices().maxMarks()),
                options.search.nBest(),
                options.samples,
                UnknownSymbolPolicy.FAIL,
                options.seed);
        this.alignments = options.exact
                ? PairQuery.exactAlignments(run, Exact.DEFAULT_MAX_PATHS)
                : PairQuery.alignments(run, options.samples, options.seed);
        this.scores = options.exact
                ? PairQuery.exactScores(run, Exact.DEFAULT_MAX_PATHS)
                : PairQuery.scores(run, options.samples, options.seed);
    }

    /**
     * Opens the folder of a run with its best model. How many threads libtorch computes with, in the whole process, is then
     * as the run says.
     *
     * @throws EspalierException if there is no run, or it cannot be used
     */
    public static Transducer open(Path run) {
        return open(run, Transducer::log);
    }

    /**
     * The same.
     *
     * @param warnings told what a person should know, such as that a checkpoint is damaged; otherwise that is logged
     */
    public static Transducer open(Path run, Consumer<String> warnings) {
        TrainedRun opened = TrainedRun.open(run, warnings);
        opened.useThreads();
        return new Transducer(opened, Options.DEFAULT);
    }

    static void log(String line) {
        System.getLogger("org.espalier").log(Level.INFO, line);
    }

    /** A transducer of the same model with other options. Whichever of the two is closed, both are. */
    public Transducer with(Options changed) {
        return new Transducer(run, changed);
    }

    /** How answers are found. */
    public Options options() {
        return options;
    }

    /** What this is made of: machine, model and configuration. It is closed with this. */
    public TrainedRun run() {
        return run;
    }

    /**
     * The most probable outputs of an input.
     *
     * @throws EspalierException if the machine does not know a symbol of the input
     */
    public Transductions transduce(String x) {
        return transduce(List.of(x)).get(0);
    }

    /** The same for each of many inputs, which costs less than asking for one after the other. */
    public List<Transductions> transduce(List<String> inputs) {
        List<List<String>> strings = inputs.stream().map(this::input).toList();
        List<Transductions> result = new ArrayList<>();
        finder.forEach(strings, done -> {}, (found, k) -> result.add(transductions(strings.get(k), found)));
        return result;
    }

    /**
     * Which of given outputs of an input are the most probable, each once.
     *
     * @throws EspalierException if the machine does not know a symbol of the input or of an output
     */
    public Transductions rerank(String x, List<String> outputs) {
        List<List<String>> strings = List.copyOf(
                new LinkedHashSet<>(outputs.stream().map(this::output).toList()));
        OutputFinder.Given given = new OutputFinder.Given(input(x), strings);
        return transductions(given.x(), finder.rank(List.of(given)).get(0));
    }

    private Transductions transductions(List<String> x, OutputFinder.Found found) {
        if (found.isFailed()) {
            throw new EspalierException(found.caution().orElseThrow());
        }
        return new Transductions(
                reading().tokens().join(x),
                found.outputs().stream().map(output -> transduction(x, output)).toList(),
                found.caution());
    }

    private Transduction transduction(List<String> x, Transduced output) {
        Optional<Alignment> alignment = output.marks().isEmpty()
                ? Optional.empty()
                : Optional.of(Alignment.of(
                        PairSet.lattice(x, output.y(), run.rules()),
                        machine().marks().ids(output.marks())));
        return new Transduction(
                reading().tokens().join(output.y()), output.probability(), output.logP(), output.isExact(), alignment);
    }

    /**
     * How a pair is aligned.
     *
     * @throws EspalierException if the machine does not generate the pair, with how far it was matched
     */
    public Alignments align(String x, String y) {
        return alignments.ask(lattice(x, y));
    }

    /**
     * log p̃(x, y), over all alignments.
     *
     * @throws EspalierException if the machine does not generate the pair, with how far it was matched
     */
    public Estimate score(String x, String y) {
        return scores.ask(lattice(x, y));
    }

    /** All alignments of a pair, as a graph. */
    public Lattice lattice(String x, String y) {
        return PairSet.lattice(reading().split(x), reading().split(y), run.rules());
    }

    private List<String> input(String text) {
        return known(reading().split(text), machine().input(), "reads");
    }

    private List<String> output(String text) {
        return known(reading().split(text), machine().output(), "writes");
    }

    private static List<String> known(List<String> string, Alphabet symbols, String verb) {
        InputFile.unknown(string, symbols, verb).ifPresent(reason -> {
            throw new EspalierException(reason);
        });
        return string;
    }

    private Tokenizer reading() {
        return run.config().data().reading();
    }

    private Mfst machine() {
        return run.lattices().machine();
    }

    /** Frees the model. */
    @Override
    public void close() {
        run.close();
    }
}
