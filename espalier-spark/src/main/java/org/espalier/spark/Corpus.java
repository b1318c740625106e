package org.espalier.spark;

import static org.apache.spark.sql.functions.col;

import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.FileErrors;
import org.espalier.run.result.RowId;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The rows that a job asks about.
 *
 * @param name the name in messages
 * @param size the number of rows, including blank lines
 * @param isJson whether the lines are JSON objects
 */
public record Corpus(String name, JavaRDD<RawRow> rows, long size, ColumnNames columns, boolean isJson) {
    /** Partitions per core. Several, so that no core waits long for the last partition of another. */
    private static final int PER_CORE = 4;

    /** The largest partition of text: about ten thousand pairs, which take less than a minute. */
    private static final long MAX_BYTES = 1 << 18;

    private static final long MIN_BYTES = 1 << 12;
    private static final int MAX_PARTITIONS = 20_000;

    /**
     * Opens the rows of files.
     *
     * @param partitions the approximate number of partitions; 0 to choose by size
     * @param needsOutput whether rows must have an output y
     */
    public static Corpus read(
            SparkSession spark,
            CorpusFiles files,
            CorpusFormat format,
            ColumnNames columns,
            boolean needsOutput,
            int partitions) {
        if (format == CorpusFormat.PARQUET) {
            return of(parquet(spark, files), columns, needsOutput, partitions).withName(files.name());
        }
        JavaRDD<byte[]> lines = lines(spark, files, partitions);
        boolean isJson = format == CorpusFormat.JSONL;
        if (isJson) {
            requireColumns(files, lines, columns, needsOutput);
        }
        List<Long> counts =
                lines.mapPartitions(part -> List.of(count(part)).iterator()).collect();
        long[] first = new long[counts.size() + 1];
        for (int k = 0; k < counts.size(); k++) {
            first[k + 1] = first[k] + counts.get(k);
        }
        JavaRDD<RawRow> rows =
                lines.mapPartitionsWithIndex((part, rowsOfPart) -> numbered(rowsOfPart, first[part]), true);
        return new Corpus(files.name(), rows, first[counts.size()], columns, isJson);
    }

    private static long count(Iterator<?> elements) {
        long count = 0;
        while (elements.hasNext()) {
            elements.next();
            count++;
        }
        return count;
    }

    private static Iterator<RawRow> numbered(Iterator<byte[]> lines, long before) {
        return new Iterator<>() {
            private long number = before;

            @Override
            public boolean hasNext() {
                return lines.hasNext();
            }

            @Override
            public RawRow next() {
                return new RawRow.Line(++number, lines.next());
            }
        };
    }

    /** Returns the lines in the order of the files. Only LF ends a line, as in the plain commands. */
    private static JavaRDD<byte[]> lines(SparkSession spark, CorpusFiles files, int partitions) {
        JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
        Configuration conf = new Configuration(context.hadoopConfiguration());
        conf.set("textinputformat.record.delimiter", "\n");
        conf.setLong(
                FileInputFormat.SPLIT_MAXSIZE, partitionBytes(files.bytes(), context.defaultParallelism(), partitions));
        try {
            Job job = Job.getInstance(conf);
            FileInputFormat.setInputPaths(job, files.files().toArray(Path[]::new));
            return context.newAPIHadoopRDD(
                            job.getConfiguration(), TextInputFormat.class, LongWritable.class, Text.class)
                    .map(line -> line._2().copyBytes());
        } catch (IOException e) {
            throw FileErrors.reading(files.name(), e);
        }
    }

    private static long partitionBytes(long bytes, int cores, int partitions) {
        if (partitions > 0) {
            return Math.max(1, (bytes + partitions - 1) / partitions);
        }
        long wanted = Math.min(Math.max(bytes / ((long) PER_CORE * cores), MIN_BYTES), MAX_BYTES);
        return Math.max(wanted, bytes / MAX_PARTITIONS);
    }

    /** Checks that the first row has the columns. Later rows without them are rejected one by one. */
    private static void requireColumns(
            CorpusFiles files, JavaRDD<byte[]> lines, ColumnNames columns, boolean needsOutput) {
        for (byte[] line : lines.take(1)) {
            try {
                JsonNode first = JsonMapper.shared().readTree(line);
                List<String> names = List.copyOf(first.propertyNames());
                if (first.isObject()) {
                    columns.requireIn(names, files.name(), needsOutput);
                }
            } catch (JacksonException e) {
                // rejected later, like any other bad row
            }
        }
    }

    private static Dataset<Row> parquet(SparkSession spark, CorpusFiles files) {
        return spark.read().parquet(files.files().stream().map(Path::toString).toArray(String[]::new));
    }

    /**
     * Returns the rows of a table.
     *
     * @throws EspalierException if a column is missing
     */
    static Corpus of(Dataset<Row> table, ColumnNames columns, boolean needsOutput, int partitions) {
        List<String> names = Arrays.asList(table.columns());
        columns.requireIn(names, "the table", needsOutput);
        if (!names.contains(columns.id())) {
            throw new EspalierException("the table has no column " + EspalierException.quote(columns.id())
                    + " of ids, only " + String.join(", ", names) + "; name it with --id-column");
        }
        boolean hasIntegerIds = isInteger(table.schema().apply(columns.id()).dataType());
        Dataset<Row> cells = table.select(
                column(columns.id()).cast(hasIntegerIds ? DataTypes.LongType : DataTypes.StringType),
                column(columns.x()).cast(DataTypes.StringType),
                column(needsOutput ? columns.y() : columns.x()).cast(DataTypes.StringType));
        int wanted = partitions > 0
                ? partitions
                : PER_CORE * table.sparkSession().sparkContext().defaultParallelism();
        boolean tooFew = cells.rdd().getNumPartitions() < wanted;
        Dataset<Row> partitioned = tooFew || partitions > 0 ? cells.repartition(wanted) : cells;
        JavaRDD<RawRow> rows = partitioned
                .javaRDD()
                .map(row -> new RawRow.Cells(label(row), text(row, 1), needsOutput ? text(row, 2) : null));
        return new Corpus("the table", rows, table.count(), columns, false);
    }

    private Corpus withName(String changed) {
        return new Corpus(changed, rows, size, columns, isJson);
    }

    private static Column column(String name) {
        return col("`" + name.replace("`", "``") + "`");
    }

    private static boolean isInteger(DataType type) {
        return List.of(DataTypes.ByteType, DataTypes.ShortType, DataTypes.IntegerType, DataTypes.LongType)
                .contains(type);
    }

    private static @Nullable RowId label(Row row) {
        if (row.isNullAt(0)) {
            return null;
        }
        return row.get(0) instanceof Long number ? RowId.id(number) : RowId.id(row.getString(0));
    }

    private static @Nullable String text(Row row, int column) {
        return row.isNullAt(column) ? null : row.getString(column);
    }
}
