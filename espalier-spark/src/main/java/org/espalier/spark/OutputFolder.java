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
 * A folder that results are written to, by Spark's committer: whole, whatever tasks are lost on the way, or not at all.
 *
 * @param overwrites whether a folder that is there is replaced
 */
public record OutputFolder(SparkSession spark, Path folder, boolean overwrites) {
    /** How results are written. */
    public enum Format {
        JSONL,
        TSV,
        PARQUET
    }

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
            // What no job has written is somebody's: a run, or pairs.
            if (system().listStatus(folder).length > 0 && !system().exists(new Path(folder, "_SUCCESS"))) {
                throw new EspalierException(
                        folder + " has not been written by a job (it has no _SUCCESS), so --overwrite"
                                + " does not replace it; name another folder, or remove it");
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

    /** Refuses another output that one of them would be removed with: a folder is emptied before it is written. */
    public void requireApart(OutputFolder other) {
        if (holds(other.folder) || other.holds(folder)) {
            throw new EspalierException(
                    folder + " and " + other.folder + " are not apart, so that results and rejected rows would"
                            + " replace each other; name another folder with --rejects");
        }
    }

    /** Refuses to replace what is read. */
    public void requireOutside(Path read) {
        if (holds(read)) {
            throw new EspalierException(
                    folder + " would be replaced, and holds what is read, " + read + "; name another folder");
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
     * Writes rows.
     *
     * @param lines as text
     * @param table as a table
     */
    public void write(JavaRDD<String> lines, Supplier<Dataset<Row>> table, Format format) {
        boolean isWhole = false;
        try {
            switch (format) {
                case JSONL, TSV ->
                    spark.createDataset(lines.rdd(), Encoders.STRING())
                            .write()
                            .mode(SaveMode.Overwrite)
                            .text(folder.toString());
                case PARQUET -> table.get().write().mode(SaveMode.Overwrite).parquet(folder.toString());
            }
            isWhole = true;
        } finally {
            if (!isWhole) {
                remove();
            }
        }
    }

    /** Removes what is there. */
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
