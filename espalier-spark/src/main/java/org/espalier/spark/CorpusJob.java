package org.espalier.spark;

import java.nio.file.Path;
import java.util.function.LongConsumer;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;
import org.apache.spark.util.LongAccumulator;
import org.espalier.run.folder.TrainedRun;

/**
 * Asks a trained run about every row of a corpus. Executors receive the run with the job and open its model once. Results
 * do not depend on the partitions or the number of executors, and a task that is repeated after a loss gives the same
 * result.
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
     * Reads the folder of a run and sends its files to the executors.
     *
     * @throws org.espalier.fst.base.EspalierException if there is no run, or it cannot be used
     */
    public CorpusJob(SparkSession spark, Path run) {
        this(spark, files(run));
    }

    /** Sends the files of a run to the executors. */
    public CorpusJob(SparkSession spark, RunSnapshot files) {
        this.spark = spark;
        this.run = JavaSparkContext.fromSparkContext(spark.sparkContext()).broadcast(files);
    }

    private static RunSnapshot files(Path folder) {
        try (TrainedRun opened = TrainedRun.open(folder, warning -> {})) {
            return RunSnapshot.of(opened);
        }
    }

    /** Asks about each row of a table with the columns {@code id}, {@code x} and, if the task needs outputs, {@code y}. */
    public CorpusResults ask(RowTask task, Dataset<Row> rows) {
        return ask(task, Corpus.of(rows, ColumnNames.DEFAULT, task.needsOutput(), 0), AnswerFormat.JSON, done -> {});
    }

    /**
     * Asks about each row and waits until all are done. The executors keep the results on disk until they are closed.
     *
     * @param progress receives the number of rows done, each time a Spark task ends
     */
    public CorpusResults ask(RowTask task, Corpus corpus, AnswerFormat format, LongConsumer progress) {
        LongAccumulator done = spark.sparkContext().longAccumulator("rows");
        JavaRDD<RowOutcome> outcomes = corpus.rows()
                .mapPartitions(new AnswerPartition(run, task, format, corpus.columns(), corpus.isJson(), done))
                .persist(StorageLevel.DISK_ONLY());
        SparkListener listener = new SparkListener() {
            @Override
            public void onTaskEnd(SparkListenerTaskEnd end) {
                progress.accept(done.value());
            }
        };
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
