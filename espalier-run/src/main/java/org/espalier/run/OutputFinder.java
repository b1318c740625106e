package org.espalier.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.RetrySingly;
import org.espalier.model.estimate.Estimate;
import org.espalier.model.estimate.SamplingBudget;
import org.espalier.model.search.BeamSearch;
import org.espalier.model.search.FoundOutput;
import org.espalier.model.search.FoundOutputs;
import org.espalier.model.search.RankedOutput;
import org.espalier.model.search.Ranker;
import org.espalier.model.search.SearchCaution;
import org.espalier.model.search.SearchSettings;
import org.espalier.run.data.InputFile.Input;
import org.espalier.run.data.Reading;
import org.espalier.run.data.Tokenizer;
import org.espalier.run.data.UnknownSymbolPolicy;
import org.espalier.run.data.UnknownSymbols;
import org.espalier.run.data.WordList;
import org.espalier.run.folder.Calibration;
import org.espalier.run.folder.TrainedRun;
import org.espalier.run.metrics.Temperature;

/**
 * Finds outputs of inputs with a trained run and ranks them, many inputs at a time. The random draws for an input depend on
 * the seed and the input only, not on other inputs. Safe for use by several threads while the run is open.
 */
public final class OutputFinder {
    /** The usual number of outputs of the search that are ranked. */
    public static final int CANDIDATES = 10;

    /** The usual number of strings drawn per output for its rank: enough for a stable order. */
    public static final int SAMPLES = 128;

    /** The largest number of rows of the scorer in one batch, over all inputs of the batch. */
    private static final int ROWS_PER_BATCH = 1 << 12;

    private static final Comparator<Transduction> BY_PROBABILITY = Comparator.comparingDouble(
                    (Transduction each) -> each.probability().value())
            .reversed();

    private final Mfst machine;
    private final Reading reading;
    private final Tokenizer tokens;
    private final BeamSearch search;
    private final Ranker ranker;
    private final int nBest;
    private final UnknownSymbolPolicy unknown;
    private final int batchSize;
    private final List<OutputFinder> voters;
    private final Optional<Calibration> calibration;
    private final boolean isConditional;

    /**
     * Creates a finder for a run. An ensemble has the means of the probabilities of its members. If the run is calibrated, so are
     * the probabilities of outputs; if it has a list of words, outputs in it are preferred.
     *
     * @param settings the settings of the search; their {@code nBest} is the number of outputs that are ranked
     * @param nBest the number of ranked outputs that are returned
     * @param budget the strings drawn per output for its rank
     * @param unknown whether symbols that the machine does not read are copied; otherwise their input has no outputs
     * @param seed the random seed
     */
    public OutputFinder(
            TrainedRun run,
            SearchSettings settings,
            int nBest,
            SamplingBudget budget,
            UnknownSymbolPolicy unknown,
            long seed) {
        this(run, settings, nBest, budget, unknown, seed, List.of());
    }

    private OutputFinder(
            TrainedRun run,
            SearchSettings settings,
            int nBest,
            SamplingBudget budget,
            UnknownSymbolPolicy unknown,
            long seed,
            List<OutputFinder> voters) {
        this.machine = run.lattices().machine();
        this.reading = run.config().data().reading();
        this.tokens = reading.output();
        this.search = new BeamSearch(run.lattices(), run.model().scorer(), settings);
        this.ranker = new Ranker(run.model(), run.lattices(), run.config().lattices(), budget, seed);
        this.nBest = nBest;
        this.unknown = unknown;
        this.batchSize = Math.max(1, ROWS_PER_BATCH / search.beam());
        this.voters = List.copyOf(voters);
        this.calibration = run.calibration();
        this.isConditional = run.model().scorer().isConditional();
    }

    /**
     * Creates a finder for an ensemble whose members vote: each finds its own outputs, those that most members find most probable
     * come first, and of equal ones those with the largest mean of the members' probabilities.
     *
     * @param settings the settings of the search; their {@code nBest} is the number of outputs that each member ranks
     * @param nBest the number of outputs that are returned
     * @param budget the strings drawn per output for its rank
     * @param unknown whether symbols that the machine does not read are copied; otherwise their input has no outputs
     * @param seed the random seed
     * @throws EspalierException if the run is not an ensemble
     */
    public static OutputFinder voting(
            TrainedRun run,
            SearchSettings settings,
            int nBest,
            SamplingBudget budget,
            UnknownSymbolPolicy unknown,
            long seed) {
        requireEnsemble(run);
        List<OutputFinder> voters = run.members().stream()
                .map(member -> new OutputFinder(member, settings, settings.nBest(), budget, unknown, seed))
                .toList();
        return new OutputFinder(run, settings, nBest, budget, unknown, seed, voters);
    }

    /**
     * Refuses a run whose members cannot vote, because it has none.
     *
     * @throws EspalierException if the run is not an ensemble
     */
    public static void requireEnsemble(TrainedRun run) {
        if (run.members().isEmpty()) {
            throw new EspalierException(
                    run.name() + " is a single run, and a vote needs an ensemble; name its folder, or several runs");
        }
    }

    /**
     * Finds the outputs of each input.
     *
     * @param consumer receives the outputs of each input with the index of the input, in order, on the calling thread
     */
    public void forEach(List<List<String>> inputs, ObjIntConsumer<Transductions> consumer) {
        ParallelBatches.forEach(
                inputs.size(),
                batchSize,
                (from, to) -> {
                    List<InputSegments> batch = inputs.subList(from, to).stream()
                            .map(x -> InputSegments.of(x, machine.input(), unknown))
                            .toList();
                    return () -> RetrySingly.onFailure(
                            batch, this::answer, (input, reason) -> failed(input.given(), reason));
                },
                consumer);
    }

    /**
     * Ranks outputs that are given, instead of searching for them. The machine must know all their symbols.
     *
     * @throws EspalierException if the members of an ensemble are to vote
     */
    public List<Transductions> rank(List<Input> inputs) {
        if (!voters.isEmpty()) {
            throw new EspalierException(
                    "members vote only on outputs that they find, and these are given; rank them without a vote");
        }
        List<Transductions> ranked = new ArrayList<>();
        ParallelBatches.<Transductions>forEach(
                inputs.size(),
                batchSize,
                (from, to) -> {
                    List<Input> batch = inputs.subList(from, to);
                    return () ->
                            RetrySingly.onFailure(batch, this::rankGiven, (input, reason) -> failed(input.x(), reason));
                },
                (each, k) -> ranked.add(each));
        return ranked;
    }

    private Transductions failed(List<String> x, String reason) {
        return Transductions.failed(reading.inputText(x), reason);
    }

    private List<Transductions> answer(List<InputSegments> inputs) {
        return voters.isEmpty() ? transduce(inputs) : vote(inputs);
    }

    private List<Transductions> vote(List<InputSegments> inputs) {
        List<List<Transductions>> found =
                voters.stream().map(voter -> voter.transduce(inputs)).toList();
        MajorityVote vote = new MajorityVote(nBest, tokens);
        return IntStream.range(0, inputs.size())
                .mapToObj(k ->
                        vote.of(found.stream().map(ofMember -> ofMember.get(k)).toList()))
                .toList();
    }

    private List<Transductions> transduce(List<InputSegments> inputs) {
        List<int[]> segments = inputs.stream()
                .flatMap(input -> input.read().stream())
                .map(machine.input()::ids)
                .toList();
        List<FoundOutputs> found = search(segments);
        Iterator<FoundOutputs> nextFound = found.iterator();
        Iterator<List<RankedOutput>> nextRanked = ranker.rank(found).iterator();
        return inputs.stream()
                .map(input -> transductions(input, nextFound, nextRanked))
                .toList();
    }

    /** Searches in several batches if necessary: an input may have several segments. */
    private List<FoundOutputs> search(List<int[]> segments) {
        List<FoundOutputs> found = new ArrayList<>();
        for (int from = 0; from < segments.size(); from += batchSize) {
            found.addAll(search.search(segments.subList(from, Math.min(segments.size(), from + batchSize))));
        }
        return found;
    }

    /** Takes the results of an input's segments off two iterators over the results of all segments. */
    private Transductions transductions(
            InputSegments input, Iterator<FoundOutputs> found, Iterator<List<RankedOutput>> ranked) {
        List<List<Transduction>> outputs = new ArrayList<>();
        Optional<SearchCaution> caution = Optional.empty();
        for (InputSegments.Segment segment : input.segments()) {
            if (segment.isCopied()) {
                outputs.add(List.of(InputSegments.copy(segment.symbols(), tokens)));
            } else {
                FoundOutputs ofSegment = found.next();
                boolean isWhole = input.segments().size() == 1;
                outputs.add(transductions(ofSegment, ranked.next(), isConditional, isWhole));
                caution = caution.or(ofSegment::caution);
            }
        }
        return new Transductions(
                reading.inputText(input.given()),
                InputSegments.join(outputs, nBest, tokens),
                caution,
                Optional.empty());
    }

    private List<Transductions> rankGiven(List<Input> inputs) {
        List<FoundOutputs> given = inputs.stream()
                .map(input -> FoundOutputs.given(
                        machine.input().ids(UnknownSymbols.matched(input.x(), machine.input())),
                        input.outputs().stream()
                                .map(y -> FoundOutput.given(
                                        machine.output().ids(UnknownSymbols.matched(y, machine.output()))))
                                .toList()))
                .toList();
        List<List<RankedOutput>> ranked = ranker.rank(given);
        List<Transductions> result = new ArrayList<>();
        for (int k = 0; k < given.size(); k++) {
            result.add(new Transductions(
                    reading.inputText(inputs.get(k).x()),
                    transductions(given.get(k), ranked.get(k), false, true),
                    Optional.empty(),
                    Optional.empty()));
        }
        return result;
    }

    /**
     * @param hasRest whether p leaves a known rest for outputs that were not found, and the right one may be one of these
     * @param areWhole whether these are outputs of a whole input, and not of a part, which is no word
     */
    private List<Transduction> transductions(
            FoundOutputs found, List<RankedOutput> ranked, boolean hasRest, boolean areWhole) {
        Optional<WordList> words = calibration.flatMap(Calibration::words).filter(list -> areWhole);
        boolean[] listed = new boolean[ranked.size()];
        words.ifPresent(list -> {
            for (int k = 0; k < listed.length; k++) {
                listed[k] = list.contains(
                        machine.output().symbolsOf(ranked.get(k).output().output()));
            }
        });
        List<Estimate> probabilities = calibration
                .map(fitted -> calibrated(fitted, ranked, listed, hasRest))
                .orElseGet(() -> ranked.stream().map(RankedOutput::probability).toList());
        Stream<Transduction> outputs = IntStream.range(0, ranked.size())
                .mapToObj(k -> Transduction.of(ranked.get(k), probabilities.get(k), found.x(), machine, tokens));
        return (words.isPresent() ? outputs.sorted(BY_PROBABILITY) : outputs).toList();
    }

    private static List<Estimate> calibrated(
            Calibration calibration, List<RankedOutput> ranked, boolean[] listed, boolean hasRest) {
        double[] logP = ranked.stream().mapToDouble(each -> each.logP().value()).toArray();
        double[] errors =
                ranked.stream().mapToDouble(each -> each.logP().standardError()).toArray();
        Temperature temperature = calibration.temperature();
        double[] logFactors = calibration.fitted().logFactors(listed);
        double[] probabilities = temperature.probabilities(logP, logFactors, hasRest);
        double[] ofProbabilities = temperature.standardErrors(logP, logFactors, errors, hasRest);
        return IntStream.range(0, logP.length)
                .mapToObj(k -> new Estimate(probabilities[k], ofProbabilities[k]))
                .toList();
    }
}
