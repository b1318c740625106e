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
 * Answers pairs by their lattices: builds each lattice once and passes them on sorted by size.
 *
 * <p>Memory: the lattices of some rows, up to {@link #MAX_BYTES} and one lattice more.
 */
final class PairAnswerer implements RowAnswerer {
    private static final long MAX_BYTES = 64L << 20;

    private final LatticeBuilder builder;
    private final Function<Lattice, Optional<String>> obstacle;
    private final Question question;

    /** Answers pairs whose lattices are built. */
    @FunctionalInterface
    interface Question {
        List<RowOutcome> answer(List<RowLattice> pairs);
    }

    /** A row, its lattice and its index among the rows. */
    record RowLattice(CorpusRow row, Lattice lattice, int index) {
        static List<Lattice> lattices(List<RowLattice> pairs) {
            return pairs.stream().map(RowLattice::lattice).toList();
        }
    }

    /**
     * Creates an answerer.
     *
     * @param obstacle returns why a lattice cannot be used, or nothing
     */
    PairAnswerer(TrainedRun run, Function<Lattice, Optional<String>> obstacle, Question question) {
        this.builder = run.lattices().builder(run.config().lattices());
        this.obstacle = obstacle;
        this.question = question;
    }

    @Override
    public List<RowOutcome> answer(List<CorpusRow> rows) {
        RowOutcome[] outcomes = new RowOutcome[rows.size()];
        List<RowLattice> pairs = new ArrayList<>();
        long bytes = 0;
        for (int index = 0; index < outcomes.length; index++) {
            CorpusRow row = rows.get(index);
            try {
                Lattice lattice = lattice(row);
                pairs.add(new RowLattice(row, lattice, index));
                bytes += lattice.bytes();
            } catch (EspalierException e) {
                outcomes[index] = row.reject(String.valueOf(e.getMessage()));
            }
            if (bytes > MAX_BYTES) {
                ask(pairs, outcomes);
                pairs.clear();
                bytes = 0;
            }
        }
        ask(pairs, outcomes);
        return Arrays.asList(outcomes);
    }

    private Lattice lattice(CorpusRow row) {
        return PairSet.lattice(row.pair(), builder, obstacle);
    }

    private void ask(List<RowLattice> pairs, RowOutcome[] outcomes) {
        if (pairs.isEmpty()) {
            return;
        }
        List<RowLattice> bySize = pairs.stream()
                .sorted(Comparator.comparingInt(pair -> pair.lattice().arcs()))
                .toList();
        List<RowOutcome> found = question.answer(bySize);
        for (int k = 0; k < found.size(); k++) {
            outcomes[bySize.get(k).index()] = found.get(k);
        }
    }

    /** Makes a question that asks a query and formats each answer. */
    static <T> Question each(PairQuery<T> query, BiFunction<CorpusRow, T, RowOutcome> format) {
        return pairs -> {
            List<Function<CorpusRow, RowOutcome>> found = query.ask(
                    RowLattice.lattices(pairs),
                    answer -> row -> format.apply(row, answer),
                    reason -> row -> row.reject(reason));
            List<RowOutcome> outcomes = new ArrayList<>(found.size());
            for (int k = 0; k < found.size(); k++) {
                outcomes.add(found.get(k).apply(pairs.get(k).row()));
            }
            return outcomes;
        };
    }
}
