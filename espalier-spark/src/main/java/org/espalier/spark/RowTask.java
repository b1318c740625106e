package org.espalier.spark;

import java.io.Serializable;
import org.apache.spark.sql.types.StructType;
import org.espalier.run.folder.TrainedRun;

/**
 * A question about each row of a corpus. An answer depends on the row, the model and the settings of the task; it does not
 * depend on the position of the row or on other rows.
 */
public sealed interface RowTask extends Serializable
        permits AlignTask, EvaluateTask, LatticeSizesTask, ScoreTask, TransduceTask {
    /** Returns whether rows must have an output y. */
    boolean needsOutput();

    /** Returns the columns of an answer without the id. */
    StructType schema();

    /** Returns whether answers can be written as {@link AnswerFormat#COLUMNS}. */
    default boolean hasColumns() {
        return true;
    }

    /** Opens an answerer for one thread. Other threads may use the run at the same time. */
    RowAnswerer open(TrainedRun run, AnswerFormat format);
}
