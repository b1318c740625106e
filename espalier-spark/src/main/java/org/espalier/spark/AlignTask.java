package org.espalier.spark;

import java.util.Optional;
import org.apache.spark.sql.types.StructType;
import org.espalier.model.estimate.Exact;
import org.espalier.model.estimate.SamplingBudget;
import org.espalier.run.Alignments;
import org.espalier.run.PairQuery;
import org.espalier.run.folder.TrainedRun;
import org.espalier.run.result.AlignmentLines;

/**
 * Aligns pairs.
 *
 * @param budget the mark strings drawn per pair
 * @param best whether only the path with the largest weight is reported
 * @param all whether every path is enumerated with its exact probability, instead of drawing
 * @param maxPaths the largest number of paths of a lattice to enumerate
 * @param seed the random seed
 */
public record AlignTask(SamplingBudget budget, boolean best, boolean all, long maxPaths, long seed) implements RowTask {
    @Override
    public boolean needsOutput() {
        return true;
    }

    @Override
    public StructType schema() {
        return AnswerSchemas.ALIGNMENTS;
    }

    @Override
    public RowAnswerer open(TrainedRun run, AnswerFormat format) {
        PairQuery<Alignments> query =
                all ? PairQuery.exactAlignments(run, maxPaths) : PairQuery.alignments(run, budget, seed);
        AlignmentLines lines = new AlignmentLines(run.config().data().reading(), best);
        return new PairAnswerer(
                run,
                lattice -> run.rules()
                        .obstacle()
                        .apply(lattice)
                        .or(() -> all ? Exact.obstacle(lattice, maxPaths) : Optional.empty()),
                PairAnswerer.each(query, (row, found) -> switch (format) {
                    case JSON -> RowOutcome.Answer.of(row.label(), lines.json(row.label(), row.pair(), found));
                    case COLUMNS -> new RowOutcome.Answer(row.label(), lines.columns(found));
                }));
    }
}
