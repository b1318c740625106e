package org.espalier.spark;

import java.util.Optional;
import org.apache.spark.sql.types.StructType;
import org.espalier.run.folder.TrainedRun;
import org.espalier.run.result.LatticeSummary;

/** Measures the lattices of pairs. It uses the machine of the run and not its model. */
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
    public RowAnswerer open(TrainedRun run, AnswerFormat format) {
        return new PairAnswerer(
                run,
                lattice -> Optional.empty(),
                pairs ->
                        pairs.stream().<RowOutcome>map(LatticeSizesTask::answer).toList());
    }

    private static RowOutcome answer(PairAnswerer.RowLattice pair) {
        CorpusRow row = pair.row();
        return RowOutcome.Answer.of(
                row.label(), LatticeSummary.of(pair.lattice(), row.pair()).line(row.label()));
    }
}
