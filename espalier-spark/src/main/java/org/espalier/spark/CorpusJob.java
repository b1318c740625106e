package org.espalier.spark;

import java.nio.file.Path;
import java.util.function.LongConsumer;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;
import org.apache.spark.util.LongAccumulator;
import org.espalier.run.folder.TrainedRun;

/**
 * A trained run, asked about every row of a corpus. Executors get the run with the job and open its model once; rows are
 * answered where they lie. Results do not depend on how a corpus is cut into partitions, or on how many executors there
 * are, and a task that is repeated after a loss gives the same again.
 *
 * <pre>{@code
 * CorpusJob job = new CorpusJob(spark, Path.of("runs/words"));
 * try (CorpusResults results = job.ask(ScoreTask.DEFAULT, pairs)) { // a Dataset<Row> with columns id, x and y
 *     results.answers().write().parquet("scores");
 *     results.rejects().show();
 * }
 * }</pre>
 */
public final class CorpusJob {
    private final SparkSession spark;
    private final Broadcast<RunSnapshot> run;

    /**
     * Opens the folder of a run, to see that it can be.
     *
     * @throws org.espalier.fst.base.EspalierException if there is no run, or it cannot be used
     */
    public CorpusJob(SparkSession spark, Path run) {
        this(spark, files(run));
    }

    public CorpusJob(SparkSession spark, RunSnapshot files) {
        this.spark = spark;
        this.run = JavaSparkContext.fromSparkContext(spark.sparkContext()).broadcast(files);
    }

    private static RunSnapshot files(Path folder) {
        try (TrainedRun opened = TrainedRun.open(folder, warning -> {})) {
            return RunSnapshot.of(opened);
        }
    }

    /** Asks about each row of a table with the columns {@code id}, {@code x} and {@code y}. */
    public CorpusResults ask(RowTask task, Dataset<Row> rows) {
        return ask(task, Corpus.of(rows, ColumnNames.DEFAULT, 0), AnswerFormat.JSON, done -> {});
    }

    /**
     * Does all of the work, and keeps what was found on the executors' disks until the results are closed.
     *
     * @param progress told how many rows are done, whenever a task is
     */
    public CorpusResults ask(RowTask task, Corpus corpus, AnswerFormat form, LongConsumer progress) {
        LongAccumulator done = spark.sparkContext().longAccumulator("rows");
        JavaRDD<RowOutcome> outcomes = corpus.rows()
                .mapPartitions(new AnswerPartition(run, task, form, corpus.columns(), corpus.areJson(), done))
                .persist(StorageLevel.DISK_ONLY());
        TaskEndListener listener = new TaskEndListener(() -> progress.accept(done.value()));
        spark.sparkContext().addSparkListener(listener);
        try {
            return CorpusResults.of(spark, task, outcomes);
        } catch (RuntimeException e) {
            outcomes.unpersist(true);
            throw e;
        } finally {
            spark.sparkContext().removeSparkListener(listener);
        }
    }
}
