package org.espalier.spark;

import java.io.IOException;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.FileErrors;

/**
 * A folder for results. Spark's committer writes it completely, even if tasks are lost, or not at all.
 *
 * @param overwrites whether an existing folder may be replaced
 */
public record OutputFolder(SparkSession spark, Path folder, boolean overwrites) {
    /** The format of results. */
    public enum Format {
        JSONL,
        TSV,
        PARQUET
    }

    /**
     * Names a folder for results.
     *
     * @throws EspalierException if it exists and may not be replaced
     */
    public static OutputFolder to(SparkSession spark, String folder, boolean overwrites) {
        OutputFolder output = new OutputFolder(spark, CorpusFiles.path(folder), overwrites);
        output.requireFree();
        return output;
    }

    private void requireFree() {
        try {
            requireNoFile();
            if (!system().exists(folder)) {
                return;
            }
            if (!overwrites) {
                throw new EspalierException(folder + " exists; name another folder, or replace it with --overwrite");
            }
            // A folder without _SUCCESS is not the output of a job: it may be a run, or pairs.
            if (system().listStatus(folder).length > 0 && !system().exists(new Path(folder, "_SUCCESS"))) {
                throw new EspalierException(
                        folder + " is not the output of a job (it has no _SUCCESS), so --overwrite does not replace"
                                + " it; name another folder, or remove it");
            }
        } catch (IOException e) {
            throw FileErrors.reading(folder.toString(), e);
        }
    }

    private void requireNoFile() throws IOException {
        for (Path place = folder; place != null; place = place.getParent()) {
            if (system().exists(place)) {
                if (system().getFileStatus(place).isFile()) {
                    throw new EspalierException(folder + " cannot be a folder: " + (place.equals(folder) ? "it" : place)
                            + " is a file; name another folder");
                }
                return;
            }
        }
    }

    /** Checks that neither folder is inside the other: writing one, which empties it first, would delete the other. */
    public void requireDisjoint(OutputFolder other) {
        if (holds(other.folder) || other.holds(folder)) {
            throw new EspalierException(
                    folder + " and " + other.folder + " overlap, so results and rejected rows would replace each other;"
                            + " name another folder with --rejects");
        }
    }

    /** Checks that this folder does not hold a file or folder that the job reads. */
    public void requireNotHolding(Path read) {
        if (holds(read)) {
            throw new EspalierException(
                    folder + " holds " + read + ", which the job reads, and would be replaced; name another folder");
        }
    }

    private boolean holds(Path other) {
        Path mine = qualified(folder);
        return Stream.iterate(qualified(other), Objects::nonNull, Path::getParent)
                .anyMatch(mine::equals);
    }

    private Path qualified(Path path) {
        try {
            return path.getFileSystem(spark.sparkContext().hadoopConfiguration())
                    .makeQualified(path);
        } catch (IOException e) {
            throw FileErrors.reading(path.toString(), e);
        }
    }

    /**
     * Writes rows. If that fails, the folder is removed.
     *
     * @param lines the rows for text formats
     * @param table the rows for Parquet
     */
    public void write(JavaRDD<String> lines, Supplier<Dataset<Row>> table, Format format) {
        boolean isComplete = false;
        try {
            switch (format) {
                case JSONL, TSV ->
                    spark.createDataset(lines.rdd(), Encoders.STRING())
                            .write()
                            .mode(SaveMode.Overwrite)
                            .text(folder.toString());
                case PARQUET -> table.get().write().mode(SaveMode.Overwrite).parquet(folder.toString());
            }
            isComplete = true;
        } finally {
            if (!isComplete) {
                remove();
            }
        }
    }

    /** Deletes the folder. */
    public void remove() {
        try {
            system().delete(folder, true);
        } catch (IOException e) {
            throw FileErrors.writing(folder.toString(), e);
        }
    }

    private FileSystem system() throws IOException {
        Configuration conf = spark.sparkContext().hadoopConfiguration();
        return folder.getFileSystem(conf);
    }
}
