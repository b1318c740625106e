package org.espalier.spark.command;

import java.util.Locale;
import org.apache.spark.sql.SparkSession;
import org.espalier.cli.console.PositiveNumber;
import org.espalier.spark.ColumnNames;
import org.espalier.spark.Corpus;
import org.espalier.spark.CorpusFiles;
import org.espalier.spark.CorpusFormat;
import org.espalier.spark.OutputFolder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the rows that a job reads and for its results. */
final class CorpusOptions {
    @Option(
            names = "--input-format",
            paramLabel = "FORMAT",
            description =
                    "Input format: tsv (text, read as the files of the run are), jsonl or parquet. Default: by the "
                            + "extension of the first file, otherwise tsv.")
    private @Nullable CorpusFormat inputFormat;

    @Option(
            names = "--x-column",
            paramLabel = "NAME",
            description = "Column of the inputs in JSON lines and Parquet. Default: ${DEFAULT-VALUE}.")
    private String x = ColumnNames.DEFAULT.x();

    @Option(
            names = "--y-column",
            paramLabel = "NAME",
            description = "Column of the outputs in JSON lines and Parquet. Default: ${DEFAULT-VALUE}.")
    private String y = ColumnNames.DEFAULT.y();

    @Option(
            names = "--id-column",
            paramLabel = "NAME",
            description = "Column that identifies a row. Default: id; in text without it, the line number.")
    private @Nullable String id;

    @Option(
            names = "--partitions",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description = "Approximate number of partitions; does not change results. Default: by size.")
    private int partitions;

    @Option(names = "--out", paramLabel = "DIR", description = "Output folder, which must not exist.")
    private @Nullable String out;

    @Option(
            names = "--rejects",
            paramLabel = "DIR",
            description =
                    "Output folder for rows that cannot be used, each with the reason, as JSON lines, or Parquet if the "
                            + "results are. Default: the folder of --out with .rejects appended.")
    private @Nullable String rejects;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description =
                    "Output format: jsonl (one object per row), tsv (the id of the row and the columns of the plain command) "
                            + "or parquet. Default: jsonl.")
    private OutputFolder.Format format = OutputFolder.Format.JSONL;

    @Option(names = "--overwrite", description = "Replace existing folders of --out and --rejects.")
    private boolean overwrite;

    ColumnNames columns() {
        return new ColumnNames(id == null ? ColumnNames.DEFAULT.id() : id, x, y, id != null);
    }

    OutputFolder.Format format() {
        return format;
    }

    @Nullable
    String out() {
        return out;
    }

    /** Returns the folder for rejected rows, or null if there is none. */
    @Nullable
    String rejects() {
        return rejects != null || out == null ? rejects : out.replaceFirst("/+$", "") + ".rejects";
    }

    OutputFolder output(SparkSession spark, String folder) {
        return OutputFolder.to(spark, folder, overwrite);
    }

    Corpus read(SparkSession spark, CorpusFiles files, boolean needsOutput) {
        CorpusFormat given = inputFormat == null ? files.format() : inputFormat;
        return Corpus.read(spark, files, given, columns(), needsOutput, partitions);
    }

    static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
