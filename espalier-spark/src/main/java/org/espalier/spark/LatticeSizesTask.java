package org.espalier.spark;

import java.util.Optional;
import org.apache.spark.sql.types.StructType;
import org.espalier.run.folder.TrainedRun;
import org.espalier.run.result.LatticeSummary;

/** How large the lattices of pairs are. Needs the run's machine, and not its model. */
public record LatticeSizesTask() implements RowTask {
    @Override
    public boolean needsOutput() {
        return true;
    }

    @Override
    public StructType schema() {
        return AnswerSchemas.LATTICE;
    }

    @Override
    public boolean hasColumns() {
        return false;
    }

    @Override
    public RowAnswerer open(TrainedRun run, AnswerFormat form) {
        return new PairAnswerer(
                run,
                false,
                lattice -> Optional.empty(),
                pairs ->
                        pairs.stream().<RowOutcome>map(LatticeSizesTask::answer).toList());
    }

    private static RowOutcome answer(PairAnswerer.Known known) {
        CorpusRow row = known.row();
        return RowOutcome.Answer.of(
                row.label(), LatticeSummary.of(known.lattice(), row.pair()).line(row.label()));
    }
}
