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
            description = "What the files are: tsv, jsonl or parquet. Default: as the name of the first ends.")
    private @Nullable CorpusFormat inputFormat;

    @Option(
            names = "--x-column",
            paramLabel = "NAME",
            description = "The column of inputs, of JSON lines and Parquet. Default: ${DEFAULT-VALUE}.")
    private String x = ColumnNames.DEFAULT.x();

    @Option(
            names = "--y-column",
            paramLabel = "NAME",
            description = "The column of outputs. Default: ${DEFAULT-VALUE}.")
    private String y = ColumnNames.DEFAULT.y();

    @Option(
            names = "--id-column",
            paramLabel = "NAME",
            description =
                    "The column that tells rows apart. Default: id; for lines of text without it, the number of the line.")
    private @Nullable String id;

    @Option(
            names = "--partitions",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description = "How many parts the rows are cut into, about. Changes no result. Default: by their size.")
    private int partitions;

    @Option(names = "--out", paramLabel = "DIR", description = "A folder for the results, which must be new.")
    private @Nullable String out;

    @Option(
            names = "--rejects",
            paramLabel = "DIR",
            description = "A folder for the rows that cannot be used, each with the reason, as JSON lines or, like the "
                    + "results, Parquet. Default: the one of --out, with .rejects behind its name.")
    private @Nullable String rejects;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description =
                    "How results are written: jsonl (an object a row), tsv (the row's id, then the columns that the "
                            + "plain command prints) or parquet. Default: jsonl.")
    private OutputFolder.Format format = OutputFolder.Format.JSONL;

    @Option(names = "--overwrite", description = "Replace the folders of --out and --rejects if they are there.")
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
