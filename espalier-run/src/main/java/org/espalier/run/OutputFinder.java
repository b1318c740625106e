package org.espalier.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import org.espalier.fst.Mfst;
import org.espalier.model.search.BeamSearch;
import org.espalier.model.search.CandidateOutputs;
import org.espalier.model.search.FoundOutput;
import org.espalier.model.search.RankedOutput;
import org.espalier.model.search.Ranker;
import org.espalier.model.search.SearchResult;
import org.espalier.model.search.SearchSettings;
import org.espalier.run.data.OrderedParallel;
import org.espalier.run.data.UnknownSymbolPolicy;
import org.espalier.run.folder.TrainedRun;

/**
 * Finds outputs of inputs with a trained run, and ranks them; many inputs at a time. What is drawn for an input depends on the
 * seed and the input, not on where it stands. Safe for any number of threads, as long as the run is open.
 */
public final class OutputFinder {
    /** Rows of the scorer for all inputs of a batch together. */
    private static final int ROWS_AT_ONCE = 1 << 11;

    private final Mfst machine;
    private final BeamSearch search;
    private final Ranker ranker;
    private final int nBest;
    private final UnknownSymbolPolicy unknown;
    private final int atOnce;

    /**
     * @param settings with how many outputs are ranked
     * @param nBest how many of these are handed over
     * @param samples how many strings are drawn for an output to rank it by
     * @param unknown whether symbols that the machine does not read are copied; otherwise their input has no outputs
     */
    public OutputFinder(
            TrainedRun run, SearchSettings settings, int nBest, int samples, UnknownSymbolPolicy unknown, long seed) {
        this.machine = run.lattices().machine();
        this.search = new BeamSearch(run.lattices(), run.model().scorer(), settings);
        this.ranker = new Ranker(run.model(), run.lattices(), run.config().lattices(), samples, seed);
        this.nBest = nBest;
        this.unknown = unknown;
        this.atOnce = Math.max(1, ROWS_AT_ONCE / settings.beam());
    }

    /**
     * What was found for an input.
     *
     * @param outputs the most probable first
     * @param caution what a person should know of the search, if anything
     * @param isFailed whether no search was possible; the caution says why
     */
    public record Found(List<Transduced> outputs, Optional<String> caution, boolean isFailed) {
        static Found failed(String reason) {
            return new Found(List.of(), Optional.of(reason), true);
        }
    }

    /**
     * Hands over what is found for each input, in order, with its number.
     *
     * @param progress told at times how many more are done
     */
    public void forEach(List<List<String>> inputs, IntConsumer progress, ObjIntConsumer<Found> consumer) {
        OrderedParallel.forEach(
                (inputs.size() + atOnce - 1) / atOnce,
                number -> {
                    List<InputSegments> some = some(inputs, number).stream()
                            .map(x -> InputSegments.of(x, machine.input(), unknown))
                            .toList();
                    return () -> RetrySingly.ifNotTogether(some, this::found, Found::failed);
                },
                (found, number) -> {
                    for (int k = 0; k < found.size(); k++) {
                        consumer.accept(found.get(k), number * atOnce + k);
                    }
                    progress.accept(found.size());
                });
    }

    private List<List<String>> some(List<List<String>> inputs, int batch) {
        return inputs.subList(batch * atOnce, Math.min(inputs.size(), (batch + 1) * atOnce));
    }

    private List<Found> found(List<InputSegments> inputs) {
        List<int[]> parts = inputs.stream()
                .flatMap(input -> input.read().stream())
                .map(machine.input()::ids)
                .toList();
        List<SearchResult> results = search(parts);
        List<List<RankedOutput>> ranked = ranker.rank(IntStream.range(0, parts.size())
                .mapToObj(p -> hypotheses(parts.get(p), results.get(p).outputs()))
                .toList());
        Iterator<SearchResult> nextResult = results.iterator();
        Iterator<List<RankedOutput>> nextRanked = ranked.iterator();
        return inputs.stream()
                .map(input -> found(input, nextResult, nextRanked))
                .toList();
    }

    private static CandidateOutputs hypotheses(int[] x, List<FoundOutput> outputs) {
        return new CandidateOutputs(Arrays.hashCode(x), x, outputs);
    }

    /** What is to be ranked: an input with outputs, all of symbols that the machine knows. */
    public record Given(List<String> x, List<List<String>> outputs) {
        public Given {
            outputs = List.copyOf(outputs);
        }
    }

    /** Ranks outputs that were not searched for, of each input. */
    public List<Found> rank(List<Given> inputs) {
        return RetrySingly.ifNotTogether(inputs, this::ranked, Found::failed);
    }

    private List<Found> ranked(List<Given> inputs) {
        List<CandidateOutputs> hypotheses = inputs.stream()
                .map(input -> hypotheses(
                        machine.input().ids(input.x),
                        input.outputs.stream()
                                .map(y -> FoundOutput.given(machine.output().ids(y)))
                                .toList()))
                .toList();
        return ranker.rank(hypotheses).stream()
                .map(outputs -> new Found(
                        outputs.stream()
                                .map(each -> Transduced.of(each, machine))
                                .toList(),
                        Optional.empty(),
                        false))
                .toList();
    }

    private List<SearchResult> search(List<int[]> parts) {
        List<SearchResult> results = new ArrayList<>();
        for (int from = 0; from < parts.size(); from += atOnce) {
            results.addAll(search.search(parts.subList(from, Math.min(parts.size(), from + atOnce))));
        }
        return results;
    }

    private Found found(InputSegments input, Iterator<SearchResult> results, Iterator<List<RankedOutput>> ranked) {
        List<List<Transduced>> outputs = new ArrayList<>();
        Optional<String> caution = Optional.empty();
        for (InputSegments.Part part : input.parts()) {
            if (part.isCopied()) {
                outputs.add(List.of(Transduced.copied(part.symbols())));
            } else {
                outputs.add(ranked.next().stream()
                        .map(each -> Transduced.of(each, machine))
                        .toList());
                SearchResult result = results.next();
                caution = caution.or(() -> caution(result));
            }
        }
        return new Found(Transduced.joined(outputs, nBest), caution, false);
    }

    private static Optional<String> caution(SearchResult result) {
        return switch (result.cut()) {
            case NONE ->
                result.outputs().isEmpty()
                        ? Optional.of("the machine has no output for this input, or --beam is too small to find one")
                        : Optional.empty();
            case OUTPUT -> Optional.of("a better output may be longer than the search goes; raise --max-output to see");
            case MARKS ->
                Optional.of("a better output may need more marks than the search goes; its bound is lattice.maxMarks, "
                        + "or follows from --max-output");
        };
    }
}
