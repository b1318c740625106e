package org.espalier.spark;

import java.util.Optional;
import org.apache.spark.sql.types.StructType;
import org.espalier.app.cli.LatticeSummary;
import org.espalier.app.run.TrainedRun;

/** How large the lattices of pairs are. Needs the run's machine, and not its model. */
public record LatticesTask() implements RowTask {
    @Override
    public boolean needsOutput() {
        return true;
    }

    @Override
    public StructType schema() {
        return Schemas.LATTICE;
    }

    @Override
    public boolean hasColumns() {
        return false;
    }

    @Override
    public RowWork open(TrainedRun run, Form form) {
        return new PairWork(
                run,
                false,
                lattice -> Optional.empty(),
                pairs -> pairs.stream().<Outcome>map(LatticesTask::answer).toList());
    }

    private static Outcome answer(PairWork.Known known) {
        CorpusRow row = known.row();
        return Outcome.Answer.of(
                row.label(), LatticeSummary.of(known.lattice(), row.pair()).line(row.label()));
    }
}
