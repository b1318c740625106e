package org.espalier.spark;

import static java.util.stream.Collectors.joining;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.espalier.fst.base.Escapes;
import org.espalier.model.search.SearchCaution;
import org.espalier.run.result.PairMeasures;
import org.espalier.run.result.RowId;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The answers and rejected rows of a job. The executors keep them on disk until they are closed. */
public final class CorpusResults implements AutoCloseable {
    private final SparkSession spark;
    private final RowTask task;
    private final JavaRDD<RowOutcome> outcomes;
    private final Counts counts;

    /**
     * The number of rows of each kind.
     *
     * @param lines the rows whose id is the number of their line
     * @param integers the rows whose id is an integer or missing
     * @param cautions the number of answers per caution
     */
    private record Counts(long answers, long rejects, long lines, long integers, TreeMap<SearchCaution, Long> cautions)
            implements Serializable {
        static final Counts NONE = new Counts(0, 0, 0, 0, new TreeMap<>());

        static Counts of(RowOutcome outcome) {
            boolean isReject = outcome instanceof RowOutcome.Reject;
            RowId label = outcome.label();
            return new Counts(
                    isReject ? 0 : 1,
                    isReject ? 1 : 0,
                    label != null && label.isLine() ? 1 : 0,
                    label == null || label.value() instanceof Long ? 1 : 0,
                    outcome instanceof RowOutcome.Answer answer && answer.caution() != null
                            ? new TreeMap<>(Map.of(answer.caution(), 1L))
                            : NONE.cautions);
        }

        /** Puts the columns of ids before others. A corpus of JSON lines may have line numbers and ids. */
        StructType withIds(StructType columns) {
            long rows = answers + rejects;
            StructType all = new StructType();
            if (lines > 0 || rows == 0) {
                all = all.add("line", DataTypes.LongType);
            }
            if (lines < rows) {
                all = all.add("id", integers == rows ? DataTypes.LongType : DataTypes.StringType);
            }
            for (StructField column : columns.fields()) {
                all = all.add(column);
            }
            return all;
        }

        Counts plus(Counts other) {
            return new Counts(
                    answers + other.answers,
                    rejects + other.rejects,
                    lines + other.lines,
                    integers + other.integers,
                    other.cautions.isEmpty() ? cautions : sum(cautions, other.cautions));
        }

        private static TreeMap<SearchCaution, Long> sum(
                Map<SearchCaution, Long> first, Map<SearchCaution, Long> second) {
            TreeMap<SearchCaution, Long> sum = new TreeMap<>(first);
            second.forEach((caution, count) -> sum.merge(caution, count, Long::sum));
            return sum;
        }
    }

    private CorpusResults(SparkSession spark, RowTask task, JavaRDD<RowOutcome> outcomes, Counts counts) {
        this.spark = spark;
        this.task = task;
        this.outcomes = outcomes;
        this.counts = counts;
    }

    /** Computes all outcomes and counts them. */
    public static CorpusResults of(SparkSession spark, RowTask task, JavaRDD<RowOutcome> outcomes) {
        Counts counts =
                outcomes.mapPartitions(part -> List.of(sum(part)).iterator()).fold(Counts.NONE, Counts::plus);
        return new CorpusResults(spark, task, outcomes, counts);
    }

    private static Counts sum(Iterator<RowOutcome> outcomes) {
        Counts sum = Counts.NONE;
        while (outcomes.hasNext()) {
            sum = sum.plus(Counts.of(outcomes.next()));
        }
        return sum;
    }

    /** Returns the number of rows that were answered. */
    public long answered() {
        return counts.answers;
    }

    /** Returns the number of rows that were rejected. */
    public long rejected() {
        return counts.rejects;
    }

    /** Returns the cautions about answers, each with the number of those answers. */
    public Map<SearchCaution, Long> cautions() {
        return Collections.unmodifiableMap(counts.cautions);
    }

    /** Returns a table of the answers: one row per answered row, with its id. */
    public Dataset<Row> answers() {
        return table(lines(), task.schema());
    }

    /** Returns a table of the rejected rows: id, strings as far as they could be parsed, and the reason. */
    public Dataset<Row> rejects() {
        return table(rejectLines(), AnswerSchemas.REJECT);
    }

    private Dataset<Row> table(JavaRDD<String> lines, StructType columns) {
        return spark.read().schema(counts.withIds(columns)).json(spark.createDataset(lines.rdd(), Encoders.STRING()));
    }

    /** Returns the answers as lines of text. Parquet is not text; its lines are JSON. */
    public JavaRDD<String> lines(OutputFolder.Format format) {
        if (format != OutputFolder.Format.TSV) {
            return lines();
        }
        return task.hasColumns() ? linesWithIds() : cells();
    }

    /** Returns the lines of all answers, in the order of the rows within each partition. */
    private JavaRDD<String> lines() {
        return answersOnly().flatMap(answer -> answer.lines().iterator());
    }

    /** Returns the lines of all answers with the id of the row as the first column. */
    private JavaRDD<String> linesWithIds() {
        return answersOnly()
                .flatMap(answer -> answer.lines().stream()
                        .map(line -> id(answer) + "\t" + line)
                        .iterator());
    }

    /** Returns one line per answer: the id, then the simple columns. A column without a value is empty. */
    private JavaRDD<String> cells() {
        List<String> simple = Arrays.stream(task.schema().fields())
                .filter(field -> !(field.dataType() instanceof StructType))
                .map(StructField::name)
                .toList();
        return answersOnly().map(answer -> {
            JsonNode found = JsonMapper.shared().readTree(answer.lines().get(0));
            return simple.stream()
                    .map(name -> found.path(name).asString(""))
                    .collect(joining("\t", id(answer) + "\t", ""));
        });
    }

    private static String id(RowOutcome.Answer answer) {
        return Escapes.column(answer.label().value().toString());
    }

    /** Returns the measures of all answers of an evaluation, sorted by id. The driver fetches one partition at a time. */
    public Iterator<PairMeasures> sortedMeasures() {
        return answersOnly()
                .sortBy(
                        answer -> new SortKey(answer.label(), answer.lines().hashCode()),
                        true,
                        outcomes.getNumPartitions())
                .map(answer -> Objects.requireNonNull(answer.measures()))
                .toLocalIterator();
    }

    /**
     * Sorts integers before other ids.
     *
     * @param content a hash of the answer, which orders rows that share an id
     */
    private record SortKey(RowId label, int content) implements Comparable<SortKey>, Serializable {
        @Override
        public int compareTo(SortKey other) {
            int byId = compareIds(other);
            return byId == 0 ? Integer.compare(content, other.content) : byId;
        }

        private int compareIds(SortKey other) {
            Serializable mine = label.value();
            Serializable others = other.label.value();
            if (mine instanceof Long number && others instanceof Long another) {
                return number.compareTo(another);
            }
            boolean areTexts = mine instanceof String && others instanceof String;
            return areTexts ? mine.toString().compareTo(others.toString()) : mine instanceof Long ? -1 : 1;
        }
    }

    /** Returns one JSON line per rejected row. */
    public JavaRDD<String> rejectLines() {
        return outcomes.filter(RowOutcome.Reject.class::isInstance)
                .map(outcome -> ((RowOutcome.Reject) outcome).json());
    }

    private JavaRDD<RowOutcome.Answer> answersOnly() {
        return outcomes.filter(RowOutcome.Answer.class::isInstance).map(RowOutcome.Answer.class::cast);
    }

    /** Deletes the results from the disks of the executors. */
    @Override
    public void close() {
        outcomes.unpersist(true);
    }
}
