package org.espalier.spark;

import java.io.Serializable;
import org.apache.spark.sql.types.StructType;
import org.espalier.run.folder.TrainedRun;

/**
 * What is asked about each row of a corpus. Answers depend on the row, the model and what the task says, not on where the
 * row stands or which rows are beside it.
 */
public sealed interface RowTask extends Serializable
        permits AlignTask, EvaluateTask, LatticeSizesTask, ScoreTask, TransduceTask {
    /** Whether rows must have an output y, too. */
    boolean needsOutput();

    /** The columns of an answer, after the label. */
    StructType schema();

    /** Whether answers can be had as lines of columns, too, as the plain command prints them. */
    default boolean hasColumns() {
        return true;
    }

    /** What does the work, in one thread, with a model that others use at the same time. */
    RowAnswerer open(TrainedRun run, AnswerFormat form);
}
