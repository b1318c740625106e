package org.espalier.spark;

import java.util.Optional;
import org.apache.spark.sql.types.StructType;
import org.espalier.model.estimate.Estimate;
import org.espalier.model.estimate.Exact;
import org.espalier.run.PairQuery;
import org.espalier.run.folder.TrainedRun;
import org.espalier.run.result.ScoreLines;

/**
 * How probable the scorer finds pairs.
 *
 * @param samples mark strings drawn for each pair
 * @param way how the number is found
 * @param maxPaths the most paths of a lattice to enumerate
 * @param seed what all that is drawn depends on
 */
public record ScoreTask(int samples, Way way, long maxPaths, long seed) implements RowTask {
    /** How a sum over all alignments is found. */
    public enum Way {
        /** By importance sampling. */
        SAMPLING,
        /** By sequential Monte Carlo. */
        SMC,
        /** By enumerating all paths. */
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
    public RowAnswerer open(TrainedRun run, AnswerFormat form) {
        PairQuery<Estimate> query = switch (way) {
            case SAMPLING -> PairQuery.scores(run, samples, seed);
            case SMC -> PairQuery.filteredScores(run, samples, seed);
            case EXACT -> PairQuery.exactScores(run, maxPaths);
        };
        ScoreLines lines = new ScoreLines(run.config().data().reading().tokens());
        return new PairAnswerer(
                run,
                run.rules().needsAcyclic(),
                lattice -> way == Way.EXACT ? Exact.obstacle(lattice, maxPaths) : Optional.empty(),
                PairAnswerer.each(
                        query,
                        (row, score) -> RowOutcome.Answer.of(
                                row.label(),
                                switch (form) {
                                    case JSON -> lines.json(row.label(), row.pair(), score);
                                    case COLUMNS -> lines.columns(row.pair(), score);
                                })));
    }
}
