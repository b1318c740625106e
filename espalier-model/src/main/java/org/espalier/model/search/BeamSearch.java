package org.espalier.model.search;

import java.util.List;
import org.espalier.fst.Lattices;
import org.espalier.model.MarkScorer;

/**
 * Outputs for inputs, by beam search over the mark strings of x ∘ T under p̃θ; strings that write the same output are
 * merged. With a beam that holds every prefix the outputs are the n most probable ones within the bounds.
 *
 * <p>All inputs of a batch grow together, in one walk of the scorer: a call for each mark position, and a row for each
 * distinct prefix, however many inputs it is alive for. Complexity: at most {@code beam} rows for an input at each length.
 *
 * <pre>{@code
 * BeamSearch search = new BeamSearch(lattices, model.scorer(), SearchSettings.DEFAULT);
 * SearchResult found = search.search(List.of(machine.input().ids(List.of("a", "b")))).get(0);
 * }</pre>
 */
public final class BeamSearch {
    private final SingleMarkMachine machine;
    private final MarkScorer scorer;
    private final SearchSettings settings;

    public BeamSearch(Lattices lattices, MarkScorer scorer, SearchSettings settings) {
        this.machine = SingleMarkMachine.of(lattices);
        this.scorer = scorer;
        this.settings = settings;
    }

    /** What is found for each input, in their order. A number that is no symbol of the machine's input is never read. */
    public List<SearchResult> search(List<int[]> inputs) {
        List<Beam> beams =
                inputs.parallelStream().map(x -> new Beam(machine, settings, x)).toList();
        grow(beams);
        return beams.stream().map(Beam::result).toList();
    }

    private void grow(List<Beam> beams) {
        MarkScorer.Walk walk = scorer.walk(1);
        try {
            for (List<Beam> alive = alive(beams); !alive.isEmpty(); alive = alive(alive)) {
                double[] logProbabilities = walk.logProbabilities();
                alive.parallelStream().forEach(beam -> beam.choose(logProbabilities, scorer.marks()));
                PrefixRows rows = new PrefixRows();
                alive.forEach(beam -> beam.grow(rows));
                if (rows.size() > 0) {
                    MarkScorer.Walk shorter = walk;
                    walk = shorter.advance(rows.from(), rows.marks());
                    shorter.close();
                }
            }
        } finally {
            walk.close();
        }
    }

    private static List<Beam> alive(List<Beam> beams) {
        return beams.stream().filter(Beam::isAlive).toList();
    }
}
