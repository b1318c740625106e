package org.espalier.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeBuilder;
import org.espalier.fst.base.EspalierException;
import org.espalier.run.PairQuery;
import org.espalier.run.data.PairSet;
import org.espalier.run.folder.TrainedRun;

/**
 * Answers pairs by their lattices: builds each once, and hands over those of like size together.
 *
 * <p>Memory: the lattices of the rows at hand, up to {@link #MOST_BYTES} and one more.
 */
final class PairAnswerer implements RowAnswerer {
    private static final long MOST_BYTES = 64L << 20;

    private final LatticeBuilder builder;
    private final boolean needsAcyclic;
    private final Function<Lattice, Optional<String>> obstacle;
    private final Question question;

    /** What is asked about pairs whose lattices are at hand. */
    @FunctionalInterface
    interface Question {
        List<RowOutcome> answer(List<Known> pairs);
    }

    /** A row with its lattice. */
    record Known(CorpusRow row, Lattice lattice, int place) {
        static List<Lattice> lattices(List<Known> pairs) {
            return pairs.stream().map(Known::lattice).toList();
        }
    }

    /**
     * @param obstacle why a lattice is of no use, if it is not
     */
    PairAnswerer(
            TrainedRun run, boolean needsAcyclic, Function<Lattice, Optional<String>> obstacle, Question question) {
        this.builder = run.lattices().builder(run.config().lattices());
        this.needsAcyclic = needsAcyclic;
        this.obstacle = obstacle;
        this.question = question;
    }

    @Override
    public List<RowOutcome> answer(List<CorpusRow> rows) {
        RowOutcome[] outcomes = new RowOutcome[rows.size()];
        List<Known> known = new ArrayList<>();
        long bytes = 0;
        for (int place = 0; place < outcomes.length; place++) {
            CorpusRow row = rows.get(place);
            try {
                Lattice lattice = lattice(row);
                known.add(new Known(row, lattice, place));
                bytes += lattice.bytes();
            } catch (EspalierException e) {
                outcomes[place] = row.reject(String.valueOf(e.getMessage()));
            }
            if (bytes > MOST_BYTES) {
                ask(known, outcomes);
                known.clear();
                bytes = 0;
            }
        }
        ask(known, outcomes);
        return Arrays.asList(outcomes);
    }

    private Lattice lattice(CorpusRow row) {
        Lattice lattice = PairSet.lattice(row.pair(), builder, needsAcyclic);
        obstacle.apply(lattice).ifPresent(reason -> {
            throw new EspalierException(reason);
        });
        return lattice;
    }

    private void ask(List<Known> known, RowOutcome[] outcomes) {
        if (known.isEmpty()) {
            return;
        }
        List<Known> bySize = known.stream()
                .sorted(Comparator.comparingInt(pair -> pair.lattice().arcs()))
                .toList();
        List<RowOutcome> found = question.answer(bySize);
        for (int k = 0; k < found.size(); k++) {
            outcomes[bySize.get(k).place()] = found.get(k);
        }
    }

    /** A question to a query, answer by answer. */
    static <T> Question each(PairQuery<T> query, BiFunction<CorpusRow, T, RowOutcome> answered) {
        return pairs -> {
            List<Function<CorpusRow, RowOutcome>> found = query.ask(
                    Known.lattices(pairs),
                    answer -> row -> answered.apply(row, answer),
                    reason -> row -> row.reject(reason));
            List<RowOutcome> outcomes = new ArrayList<>(found.size());
            for (int k = 0; k < found.size(); k++) {
                outcomes.add(found.get(k).apply(pairs.get(k).row()));
            }
            return outcomes;
        };
    }
}
