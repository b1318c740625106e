package org.espalier.model.search;

import java.util.List;
import org.espalier.fst.Lattices;
import org.espalier.model.MarkScorer;

/**
 * Finds outputs of inputs by beam search over the mark strings of x ∘ T under p̃θ; strings that write the same output are
 * merged. With a beam that holds every prefix, the outputs are the n most probable ones within the bounds.
 *
 * <p>The inputs of a batch advance together in one walk of the scorer: one call per mark position, and one row per distinct
 * prefix, even if several inputs share it. Complexity: at most {@code beam} rows per input at each length.
 *
 * <pre>{@code
 * BeamSearch search = new BeamSearch(lattices, model.scorer(), SearchSettings.DEFAULT);
 * FoundOutputs found = search.search(List.of(machine.input().ids(List.of("a", "b")))).get(0);
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

    /**
     * Returns the outputs found for each input, in the order of the inputs.
     *
     * @param inputs strings of ids; an id outside the machine's input alphabet matches no arc
     */
    public List<FoundOutputs> search(List<int[]> inputs) {
        List<Beam> beams =
                inputs.parallelStream().map(x -> new Beam(machine, settings, x)).toList();
        grow(beams);
        return beams.stream().map(Beam::result).toList();
    }

    private void grow(List<Beam> beams) {
        MarkScorer.ScoringWalk walk = scorer.walk(1);
        try {
            for (List<Beam> alive = alive(beams); !alive.isEmpty(); alive = alive(alive)) {
                double[] logProbabilities = walk.logProbabilities();
                alive.parallelStream().forEach(beam -> beam.choose(logProbabilities, scorer.marks()));
                PrefixRows rows = new PrefixRows();
                alive.forEach(beam -> beam.grow(rows));
                if (rows.size() > 0) {
                    MarkScorer.ScoringWalk shorter = walk;
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
