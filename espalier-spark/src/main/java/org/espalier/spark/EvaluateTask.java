package org.espalier.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.spark.sql.types.StructType;
import org.espalier.fst.Lattice;
import org.espalier.model.estimate.Estimates;
import org.espalier.model.estimate.Exact;
import org.espalier.model.estimate.ExactValues;
import org.espalier.model.estimate.SamplingBudget;
import org.espalier.model.estimate.SmcEstimate;
import org.espalier.run.PairQuery;
import org.espalier.run.folder.TrainedRun;
import org.espalier.run.result.PairMeasures;

/**
 * Measures the model on each pair.
 *
 * @param budget the mark strings drawn per pair
 * @param smc whether to estimate the log-likelihood by sequential Monte Carlo too
 * @param exact whether to compute exact values too, for pairs that can be enumerated
 * @param maxPaths the largest number of paths of a lattice to enumerate
 * @param weighted whether pairs are weighed by their counts
 * @param seed the random seed
 */
public record EvaluateTask(
        SamplingBudget budget, boolean smc, boolean exact, long maxPaths, boolean weighted, long seed)
        implements RowTask {
    @Override
    public boolean needsOutput() {
        return true;
    }

    @Override
    public StructType schema() {
        return AnswerSchemas.EVALUATION;
    }

    @Override
    public boolean hasColumns() {
        return false;
    }

    @Override
    public RowAnswerer open(TrainedRun run, AnswerFormat format) {
        return new PairAnswerer(run, run.rules().obstacle(), question(run));
    }

    /** The value of a query for a pair, or why there is none. */
    private record QueryResult<T>(Optional<T> value, String problem) {
        static <T> List<QueryResult<T>> of(PairQuery<T> query, List<Lattice> lattices) {
            return query.ask(
                    lattices,
                    value -> new QueryResult<>(Optional.of(value), ""),
                    reason -> new QueryResult<>(Optional.empty(), reason));
        }
    }

    private PairAnswerer.Question question(TrainedRun run) {
        PairQuery<Estimates> estimates = PairQuery.estimates(run, budget, seed);
        PairQuery<SmcEstimate> filter = PairQuery.filtered(run, budget.samples(), seed);
        PairQuery<ExactValues> values = PairQuery.exactValues(run, maxPaths);
        return pairs -> {
            List<Lattice> lattices = PairAnswerer.RowLattice.lattices(pairs);
            List<QueryResult<Estimates>> estimated = QueryResult.of(estimates, lattices);
            List<Optional<SmcEstimate>> filtered = askSome(filter, lattices, lattice -> smc);
            List<Optional<ExactValues>> enumerated =
                    askSome(values, lattices, lattice -> exact && Exact.canEnumerate(lattice, maxPaths));
            List<RowOutcome> outcomes = new ArrayList<>();
            for (int k = 0; k < pairs.size(); k++) {
                CorpusRow row = pairs.get(k).row();
                Optional<Estimates> found = estimated.get(k).value();
                outcomes.add(
                        found.isEmpty()
                                ? row.reject(estimated.get(k).problem())
                                : RowOutcome.Answer.of(
                                        row.label(),
                                        PairMeasures.of(
                                                weighted ? row.pair().weight() : 1,
                                                found.get(),
                                                filtered.get(k),
                                                enumerated.get(k))));
            }
            return outcomes;
        };
    }

    /** Asks about the lattices that a predicate selects; the others have no answer. */
    private static <T> List<Optional<T>> askSome(
            PairQuery<T> query, List<Lattice> lattices, Predicate<Lattice> selected) {
        List<Lattice> asked = lattices.stream().filter(selected).toList();
        var answers = QueryResult.of(query, asked).iterator();
        return lattices.stream()
                .map(lattice -> selected.test(lattice) ? answers.next().value() : Optional.<T>empty())
                .toList();
    }
}
