package org.espalier.model.search;

import java.util.List;
import java.util.stream.IntStream;
import org.espalier.fst.Lattices;
import org.espalier.fst.LegalMarks;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.InputPlaces;
import org.espalier.model.MarkScorer;
import org.jspecify.annotations.Nullable;

/**
 * Finds outputs of inputs by beam search over the mark strings of x ∘ T under p̃θ; strings that write the same output are
 * merged. With threshold 0 and a beam that holds every prefix, the outputs are the n most probable ones within the bounds.
 *
 * <p>A search keeps what it learns of a joint scorer when it is first used ({@link MarkBigrams}): a scorer whose parameters
 * change needs a new one.
 *
 * <p>The inputs of a batch advance together in one walk of the scorer: one call per mark position, and one row per distinct
 * prefix, even if several inputs share it (those of a conditional scorer share none). Complexity: at most {@code beam} rows per input at each length.
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
    /** How many symbols a conditional scorer has read before the first mark. */
    private final int firstPosition;

    private @Nullable MarkBigrams bigrams;

    /** @throws EspalierException if the scorer cannot be used with the machine */
    public BeamSearch(Lattices lattices, MarkScorer scorer, SearchSettings settings) {
        scorer.obstacle(lattices).ifPresent(reason -> {
            throw new EspalierException(reason);
        });
        this.machine = SingleMarkMachine.of(lattices);
        this.scorer = scorer;
        this.settings = settings.forScorer(scorer);
        this.firstPosition = scorer.isConditional() ? LegalMarks.of(lattices).initialPosition() : 0;
    }

    /** Returns the largest number of prefixes kept per input. */
    public int beam() {
        return settings.beam();
    }

    /**
     * Returns the outputs found for each input, in the order of the inputs.
     *
     * @param inputs strings of ids; an id outside the machine's input alphabet matches no arc
     */
    public List<FoundOutputs> search(List<int[]> inputs) {
        if (inputs.isEmpty()) {
            return List.of();
        }
        boolean isJoint = !scorer.isConditional();
        boolean looksAhead = isJoint && settings.threshold() > 0 && scorer.marks() <= MarkBigrams.MAX_MARKS;
        MarkBigrams ofScorer = looksAhead ? bigrams() : null;
        List<Beam> beams = IntStream.range(0, inputs.size())
                .mapToObj(k -> new Beam(machine, settings, scorer, isJoint ? 0 : k, ofScorer, inputs.get(k)))
                .toList();
        grow(beams, isJoint ? InputPlaces.none(1) : starts(inputs, beams));
        return beams.stream().map(Beam::result).toList();
    }

    private synchronized MarkBigrams bigrams() {
        if (bigrams == null) {
            bigrams = MarkBigrams.of(scorer);
        }
        return bigrams;
    }

    /** Returns the starts of the beams. An input that the machine does not read may have symbols that no scorer knows. */
    private InputPlaces starts(List<int[]> inputs, List<Beam> beams) {
        return InputPlaces.start(
                IntStream.range(0, inputs.size())
                        .mapToObj(k -> beams.get(k).isAlive() ? inputs.get(k) : new int[0])
                        .toList(),
                IntStream.range(0, inputs.size()).toArray(),
                beams.stream()
                        .mapToInt(beam -> beam.isAlive() ? firstPosition : 0)
                        .toArray());
    }

    private void grow(List<Beam> beams, InputPlaces starts) {
        MarkScorer.ScoringWalk walk = scorer.walk(starts);
        try {
            for (List<Beam> alive = alive(beams); !alive.isEmpty(); alive = alive(alive)) {
                double[] logProbabilities = walk.logProbabilities();
                alive.forEach(beam -> beam.choose(logProbabilities, scorer.marks()));
                PrefixRows rows = new PrefixRows();
                alive.forEach(beam -> beam.grow(rows));
                if (rows.size() > 0) {
                    MarkScorer.ScoringWalk shorter = walk;
                    walk = shorter.advance(rows.from(), rows.marks(), rows::position);
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
