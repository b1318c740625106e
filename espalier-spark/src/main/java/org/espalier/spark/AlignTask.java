package org.espalier.spark;

import java.util.Optional;
import org.apache.spark.sql.types.StructType;
import org.espalier.app.api.Alignments;
import org.espalier.app.api.PairQuery;
import org.espalier.app.cli.AlignmentLines;
import org.espalier.app.cli.ExactOption;
import org.espalier.app.run.TrainedRun;

/**
 * How the model aligns pairs.
 *
 * @param samples mark strings drawn for each pair
 * @param best whether only the path of the largest weight is wanted
 * @param all whether every path is enumerated instead, with its exact probability
 * @param maxPaths the most paths of a lattice to enumerate
 * @param seed what all that is drawn depends on
 */
public record AlignTask(int samples, boolean best, boolean all, long maxPaths, long seed) implements RowTask {
    @Override
    public boolean needsOutput() {
        return true;
    }

    @Override
    public StructType schema() {
        return Schemas.ALIGNMENTS;
    }

    @Override
    public RowWork open(TrainedRun run, Form form) {
        PairQuery<Alignments> query =
                all ? PairQuery.exactAlignments(run, maxPaths) : PairQuery.alignments(run, samples, seed);
        AlignmentLines lines = new AlignmentLines(best);
        return new PairWork(
                run,
                run.rules().needsAcyclic(),
                lattice -> all ? ExactOption.obstacle(lattice, maxPaths) : Optional.empty(),
                PairWork.each(query, (row, found) -> switch (form) {
                    case JSON -> Outcome.Answer.of(row.label(), lines.json(row.label(), row.pair(), found));
                    case COLUMNS -> new Outcome.Answer(row.label(), lines.columns(found));
                }));
    }
}
