package org.espalier.app.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ObjIntConsumer;
import org.espalier.app.run.TrainedRun;
import org.espalier.fst.Mfst;
import org.espalier.model.search.BeamSearch;
import org.espalier.model.search.Hypotheses;
import org.espalier.model.search.RankedOutput;
import org.espalier.model.search.Ranker;
import org.espalier.model.search.SearchResult;
import org.espalier.model.search.SearchSettings;

/** Finds outputs of inputs with a trained run, and ranks them; many inputs at a time. */
final class Transducer {
    /** Rows of the scorer for all inputs of a batch together. */
    private static final int ROWS_AT_ONCE = 1 << 11;

    private final Mfst machine;
    private final BeamSearch search;
    private final Ranker ranker;
    private final int inputsAtOnce;

    /**
     * @param samples how many strings are drawn for an output to rank it by
     */
    Transducer(TrainedRun run, SearchSettings settings, int samples, long seed) {
        machine = run.lattices().machine();
        search = new BeamSearch(run.lattices(), run.model().scorer(), settings);
        ranker = new Ranker(run.model(), run.lattices(), run.config().lattices(), samples, seed);
        inputsAtOnce = Math.max(1, ROWS_AT_ONCE / settings.beam());
    }

    /**
     * What was found for an input.
     *
     * @param outputs the most probable first
     * @param caution what a person should know of the search, if anything
     */
    record Found(List<RankedOutput> outputs, Optional<String> caution) {}

    /**
     * Hands over what is found for each input, in order, with its number. A symbol that the machine does not read is in no
     * output's input.
     */
    void forEach(List<List<String>> inputs, Progress progress, ObjIntConsumer<Found> consumer) {
        for (int from = 0; from < inputs.size(); from += inputsAtOnce) {
            List<int[]> some = inputs.subList(from, Math.min(inputs.size(), from + inputsAtOnce)).stream()
                    .map(machine.input()::ids)
                    .toList();
            List<SearchResult> results = search.search(some);
            List<Hypotheses> hypotheses = new ArrayList<>();
            for (int k = 0; k < some.size(); k++) {
                hypotheses.add(
                        new Hypotheses(from + k, some.get(k), results.get(k).outputs()));
            }
            List<List<RankedOutput>> ranked = ranker.rank(hypotheses);
            for (int k = 0; k < some.size(); k++) {
                consumer.accept(new Found(ranked.get(k), caution(results.get(k))), from + k);
            }
            progress.step(some.size());
        }
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
