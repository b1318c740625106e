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
import org.espalier.model.estimate.SmcEstimate;
import org.espalier.run.PairQuery;
import org.espalier.run.folder.TrainedRun;
import org.espalier.run.result.PairMeasures;

/**
 * What each pair says of how good the model is.
 *
 * @param samples mark strings drawn for each pair
 * @param smc whether the log-likelihood by sequential Monte Carlo is wanted too
 * @param exact whether exact values are wanted too, of pairs that can be enumerated
 * @param maxPaths the most paths of a lattice to enumerate
 * @param seed what all that is drawn depends on
 */
public record EvaluateTask(int samples, boolean smc, boolean exact, long maxPaths, long seed) implements RowTask {
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
    public RowAnswerer open(TrainedRun run, AnswerFormat form) {
        return new PairAnswerer(run, run.rules().needsAcyclic(), lattice -> Optional.empty(), question(run));
    }

    /** What an estimate makes of a pair, or why it makes nothing of it. */
    private record Made<T>(Optional<T> value, String problem) {
        static <T> List<Made<T>> of(PairQuery<T> query, List<Lattice> lattices) {
            return query.ask(
                    lattices,
                    value -> new Made<>(Optional.of(value), ""),
                    reason -> new Made<>(Optional.empty(), reason));
        }
    }

    private PairAnswerer.Question question(TrainedRun run) {
        PairQuery<Estimates> estimates = PairQuery.estimates(run, samples, seed);
        PairQuery<SmcEstimate> filter = PairQuery.filtered(run, samples, seed);
        PairQuery<ExactValues> values = PairQuery.exactValues(run, maxPaths);
        return pairs -> {
            List<Lattice> lattices = PairAnswerer.Known.lattices(pairs);
            List<Made<Estimates>> estimated = Made.of(estimates, lattices);
            List<Optional<SmcEstimate>> filtered = some(filter, lattices, lattice -> smc);
            List<Optional<ExactValues>> enumerated =
                    some(values, lattices, lattice -> exact && Exact.canEnumerate(lattice, maxPaths));
            List<RowOutcome> outcomes = new ArrayList<>();
            for (int k = 0; k < pairs.size(); k++) {
                CorpusRow row = pairs.get(k).row();
                Optional<Estimates> found = estimated.get(k).value();
                outcomes.add(
                        found.isEmpty()
                                ? row.reject(estimated.get(k).problem())
                                : RowOutcome.Answer.of(
                                        row.label(), PairMeasures.of(found.get(), filtered.get(k), enumerated.get(k))));
            }
            return outcomes;
        };
    }

    /** The answers for those lattices that are to be asked about. */
    private static <T> List<Optional<T>> some(PairQuery<T> query, List<Lattice> lattices, Predicate<Lattice> asked) {
        List<Lattice> chosen = lattices.stream().filter(asked).toList();
        var answers = Made.of(query, chosen).iterator();
        return lattices.stream()
                .map(lattice -> asked.test(lattice) ? answers.next().value() : Optional.<T>empty())
                .toList();
    }
}
