package org.espalier.spark;

import java.util.Locale;
import org.apache.spark.sql.SparkSession;
import org.espalier.app.cli.Positive;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The rows that a job reads, and where its results go. */
final class CorpusOptions {
    @Option(
            names = "--input-format",
            paramLabel = "FORMAT",
            description = "What the files are: tsv, jsonl or parquet. Default: as the name of the first ends.")
    private @Nullable InputFormat inputFormat;

    @Option(
            names = "--x-column",
            paramLabel = "NAME",
            description = "The column of inputs, of JSON lines and Parquet. Default: ${DEFAULT-VALUE}.")
    private String x = Columns.DEFAULT.x();

    @Option(
            names = "--y-column",
            paramLabel = "NAME",
            description = "The column of outputs. Default: ${DEFAULT-VALUE}.")
    private String y = Columns.DEFAULT.y();

    @Option(
            names = "--id-column",
            paramLabel = "NAME",
            description =
                    "The column that tells rows apart. Default: id; for lines of text without it, the number of the line.")
    private @Nullable String id;

    @Option(
            names = "--partitions",
            paramLabel = "N",
            converter = Positive.OfInt.class,
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
    private Output.Format format = Output.Format.JSONL;

    @Option(names = "--overwrite", description = "Replace the folders of --out and --rejects if they are there.")
    private boolean overwrite;

    Columns columns() {
        return new Columns(id == null ? Columns.DEFAULT.id() : id, x, y, id != null);
    }

    Output.Format format() {
        return format;
    }

    @Nullable
    String out() {
        return out;
    }

    /** Where bad rows go, if anywhere. */
    @Nullable
    String rejects() {
        return rejects != null || out == null ? rejects : out.replaceFirst("/+$", "") + ".rejects";
    }

    Output output(SparkSession spark, String folder) {
        return Output.to(spark, folder, overwrite);
    }

    Corpus read(SparkSession spark, CorpusFiles files, boolean needsOutput) {
        InputFormat given = inputFormat == null ? files.format() : inputFormat;
        return Corpus.read(spark, files, given, columns(), needsOutput, partitions);
    }

    static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
