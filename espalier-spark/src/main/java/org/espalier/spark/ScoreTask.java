package org.espalier.spark;

import java.util.Optional;
import org.apache.spark.sql.types.StructType;
import org.espalier.model.estimate.Estimate;
import org.espalier.model.estimate.Exact;
import org.espalier.model.estimate.SamplingBudget;
import org.espalier.run.PairQuery;
import org.espalier.run.folder.TrainedRun;
import org.espalier.run.result.ScoreLines;

/**
 * Computes log p(x, y) of pairs under the scorer.
 *
 * @param budget the mark strings drawn per pair
 * @param method how the sum over alignments is computed
 * @param maxPaths the largest number of paths of a lattice to enumerate
 * @param seed the random seed
 */
public record ScoreTask(SamplingBudget budget, Method method, long maxPaths, long seed) implements RowTask {
    /** The default settings of the command. */
    public static final ScoreTask DEFAULT =
            new ScoreTask(SamplingBudget.of(128), Method.SAMPLING, Exact.DEFAULT_MAX_PATHS, 1);

    /** How the sum over all alignments is computed. */
    public enum Method {
        /** Importance sampling. */
        SAMPLING,
        /** Sequential Monte Carlo. */
        SMC,
        /** Enumeration of all paths. */
        EXACT
    }

    @Override
    public boolean needsOutput() {
        return true;
    }

    @Override
    public StructType schema() {
        return AnswerSchemas.SCORE;
    }

    @Override
    public RowAnswerer open(TrainedRun run, AnswerFormat format) {
        PairQuery<Estimate> query = switch (method) {
            case SAMPLING -> PairQuery.scores(run, budget, seed);
            case SMC -> PairQuery.filteredScores(run, budget.samples(), seed);
            case EXACT -> PairQuery.exactScores(run, maxPaths);
        };
        ScoreLines lines = new ScoreLines(run.config().data().reading());
        return new PairAnswerer(
                run,
                lattice -> run.rules()
                        .obstacle()
                        .apply(lattice)
                        .or(() -> method == Method.EXACT ? Exact.obstacle(lattice, maxPaths) : Optional.empty()),
                PairAnswerer.each(
                        query,
                        (row, score) -> RowOutcome.Answer.of(
                                row.label(),
                                switch (format) {
                                    case JSON -> lines.json(row.label(), row.pair(), score);
                                    case COLUMNS -> lines.columns(row.pair(), score);
                                })));
    }
}
