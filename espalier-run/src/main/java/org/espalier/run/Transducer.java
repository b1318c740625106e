package org.espalier.run;

import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Consumer;
import org.espalier.fst.Alphabet;
import org.espalier.fst.Lattice;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.estimate.Estimate;
import org.espalier.model.estimate.Exact;
import org.espalier.model.estimate.SamplingBudget;
import org.espalier.model.search.SearchSettings;
import org.espalier.run.data.InputFile;
import org.espalier.run.data.PairSet;
import org.espalier.run.data.Reading;
import org.espalier.run.data.UnknownSymbolPolicy;
import org.espalier.run.data.UnknownSymbols;
import org.espalier.run.folder.TrainedRun;

/**
 * A trained model that finds outputs of inputs, aligns pairs and scores pairs. Strings are text, and are split into symbols
 * as in the training of the run.
 *
 * <p>All methods may be called by several threads at the same time, except that {@link #close} must not run concurrently
 * with any other. The parameters of the model are in native memory, which closing frees. Results depend on the run, the
 * options and the arguments, not on earlier calls.
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
     * The options of a transducer.
     *
     * @param search the settings of the beam search of {@link #transduce(String)}
     * @param budget the mark strings drawn per pair by {@link #align} and {@link #score}, and per output for its rank
     * @param seed the random seed
     * @param exact whether {@link #align} and {@link #score} enumerate all paths instead of drawing some; a pair with more than
     *     {@value Exact#DEFAULT_MAX_PATHS} paths is then an error
     * @param vote whether the members of an ensemble vote on the outputs of {@link #transduce(String)}; otherwise their
     *     probabilities are averaged. {@link #rerank} has no vote, and is then an error
     */
    public record Options(SearchSettings search, SamplingBudget budget, long seed, boolean exact, boolean vote) {
        /** Five outputs from the beam that the scorer needs, 128 samples, no refinement, seed 1, no enumeration, no vote. */
        public static final Options DEFAULT =
                new Options(SearchSettings.DEFAULT, SamplingBudget.of(128), 1, false, false);

        /** Returns these options with other search settings. */
        public Options withSearch(SearchSettings changed) {
            return new Options(changed, budget, seed, exact, vote);
        }

        /** Returns these options with another number of samples. */
        public Options withSamples(int changed) {
            return new Options(search, new SamplingBudget(changed, budget.refine()), seed, exact, vote);
        }

        /**
         * Returns these options with another number of rounds in which a table of the choices at each state is adapted to the
         * pair. The rounds share the samples. Refined estimates of p̃(x, y) are consistent, but not unbiased.
         */
        public Options withRefine(int changed) {
            return new Options(search, new SamplingBudget(budget.samples(), changed), seed, exact, vote);
        }

        /** Returns these options with another seed. */
        public Options withSeed(long changed) {
            return new Options(search, budget, changed, exact, vote);
        }

        /** Returns these options with or without enumeration. */
        public Options withExact(boolean changed) {
            return new Options(search, budget, seed, changed, vote);
        }

        /** Returns these options with or without a vote of the members of an ensemble, with which {@link #rerank} fails. */
        public Options withVote(boolean changed) {
            return new Options(search, budget, seed, exact, changed);
        }
    }

    private Transducer(TrainedRun run, Options options) {
        this.run = run;
        this.options = options;
        this.finder = finder(run, options);
        this.alignments = options.exact
                ? PairQuery.exactAlignments(run, Exact.DEFAULT_MAX_PATHS)
                : PairQuery.alignments(run, options.budget, options.seed);
        this.scores = options.exact
                ? PairQuery.exactScores(run, Exact.DEFAULT_MAX_PATHS)
                : PairQuery.scores(run, options.budget, options.seed);
    }

    private static OutputFinder finder(TrainedRun run, Options options) {
        int nBest = options.search.nBest();
        // As many are ranked as by the commands, and as by a calibration.
        SearchSettings search = options.search
                .withNBest(Math.max(OutputFinder.CANDIDATES, nBest))
                .withMaxMarks(run.config().lattices().maxMarks());
        UnknownSymbolPolicy unknown = UnknownSymbolPolicy.FAIL;
        return options.vote
                ? OutputFinder.voting(run, search, nBest, options.budget, unknown, options.seed)
                : new OutputFinder(run, search, nBest, options.budget, unknown, options.seed);
    }

    /**
     * Opens the folder of a run with its best model, or that of an ensemble. Warnings are logged. Sets the number of
     * threads that libtorch uses in this process to that of the run.
     *
     * @param run the folder of the run or of the ensemble
     * @throws EspalierException if the folder is not a run or cannot be read
     */
    public static Transducer open(Path run) {
        return open(run, Transducer::log);
    }

    /**
     * Opens the folder of a run with its best model, or that of an ensemble. Sets the number of threads that libtorch
     * uses in this process to that of the run.
     *
     * @param run the folder of the run or of the ensemble
     * @param warnings receives warnings, such as that a checkpoint is damaged, or a member of an ensemble is left out
     * @throws EspalierException if the folder is not a run or cannot be read
     */
    public static Transducer open(Path run, Consumer<String> warnings) {
        TrainedRun opened = TrainedRun.open(run, warnings);
        opened.useThreads();
        return new Transducer(opened, Options.DEFAULT);
    }

    /**
     * Opens several runs over one machine as an ensemble, whose probabilities are the means of theirs.
     *
     * @param runs the folders of the runs
     * @throws EspalierException if there is none, none can be read, or their machines or alphabets differ
     */
    public static Transducer open(List<Path> runs) {
        TrainedRun opened = TrainedRun.open(runs, Transducer::log);
        opened.useThreads();
        return new Transducer(opened, Options.DEFAULT);
    }

    static void log(String line) {
        System.getLogger("org.espalier").log(Level.INFO, line);
    }

    /**
     * Returns a transducer with the same model and other options. Closing either of the two closes both.
     *
     * @throws EspalierException if the options ask for a vote, and this is not an ensemble
     */
    public Transducer with(Options changed) {
        return new Transducer(run, changed);
    }

    /** Returns the options of this transducer. */
    public Options options() {
        return options;
    }

    /** Returns the run: machine, model and configuration. Closing this transducer closes it. */
    public TrainedRun run() {
        return run;
    }

    /**
     * Finds the most probable outputs of an input.
     *
     * @throws EspalierException if the machine does not know a symbol of the input, or the search is impossible
     */
    public Transductions transduce(String x) {
        return transduce(List.of(x)).get(0);
    }

    /**
     * Finds the most probable outputs of each input. Faster than one call per input, with the same results.
     *
     * @return one element per input, in order
     * @throws EspalierException if the machine does not know a symbol of an input, or a search is impossible
     */
    public List<Transductions> transduce(List<String> inputs) {
        List<List<String>> strings = inputs.stream().map(this::input).toList();
        List<Transductions> result = new ArrayList<>();
        finder.forEach(strings, (found, k) -> result.add(requireSearched(found)));
        return result;
    }

    /**
     * Ranks given outputs of an input, the most probable first. Repeated outputs are ranked once.
     *
     * @throws EspalierException if the machine does not know a symbol of the input or of an output, or the options ask for a vote
     */
    public Transductions rerank(String x, List<String> outputs) {
        List<List<String>> strings = List.copyOf(
                new LinkedHashSet<>(outputs.stream().map(this::output).toList()));
        InputFile.Input given = new InputFile.Input(input(x), strings, 0);
        return requireSearched(finder.rank(List.of(given)).get(0));
    }

    private static Transductions requireSearched(Transductions found) {
        found.failure().ifPresent(reason -> {
            throw new EspalierException(reason);
        });
        return found;
    }

    /**
     * Aligns a pair.
     *
     * @return paths of the pair with posterior weights: those drawn, or all if {@link Options#exact}
     * @throws EspalierException if the machine does not generate the pair; the message says how far it was matched
     */
    public Alignments align(String x, String y) {
        return alignments.ask(lattice(x, y));
    }

    /**
     * Scores a pair.
     *
     * @return log p̃(x, y) or, if the model is given the input, log p̃(y | x), summed over all alignments: estimated, or exact if
     *     {@link Options#exact}
     * @throws EspalierException if the machine does not generate the pair; the message says how far it was matched
     */
    public Estimate score(String x, String y) {
        return scores.ask(lattice(x, y));
    }

    /**
     * Returns the lattice of a pair, which contains all its alignments.
     *
     * @throws EspalierException if the machine does not generate the pair; the message says how far it was matched
     */
    public Lattice lattice(String x, String y) {
        return PairSet.lattice(reading().inputSymbols(x), reading().outputSymbols(y), run.rules());
    }

    private List<String> input(String text) {
        return known(reading().inputSymbols(text), machine().input(), "reads");
    }

    private List<String> output(String text) {
        return known(reading().outputSymbols(text), machine().output(), "writes");
    }

    private static List<String> known(List<String> string, Alphabet symbols, String verb) {
        UnknownSymbols.problem(string, symbols, verb).ifPresent(reason -> {
            throw new EspalierException(reason);
        });
        return UnknownSymbols.matched(string, symbols);
    }

    private Reading reading() {
        return run.config().data().reading();
    }

    private Mfst machine() {
        return run.lattices().machine();
    }

    /** Frees the memory of the model. */
    @Override
    public void close() {
        run.close();
    }
}
