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

/** What was found out about the rows of a corpus. It lies on the disks of the executors until it is closed. */
public final class CorpusResults implements AutoCloseable {
    private final SparkSession spark;
    private final RowTask task;
    private final JavaRDD<RowOutcome> outcomes;
    private final Counts counts;

    /**
     * How many rows there are of each kind.
     *
     * @param lines how many have no id but the number of their line
     * @param numbers how many have a whole number as their id, or no id at all
     * @param cautions of how many answers each is told
     */
    private record Counts(long answers, long rejects, long lines, long numbers, TreeMap<SearchCaution, Long> cautions)
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

        /** Columns after those that rows are told apart by; a corpus of JSON lines may have both kinds. */
        StructType labelled(StructType columns) {
            long rows = answers + rejects;
            StructType labelled = new StructType();
            if (lines > 0 || rows == 0) {
                labelled = labelled.add("line", DataTypes.LongType);
            }
            if (lines < rows) {
                labelled = labelled.add("id", numbers == rows ? DataTypes.LongType : DataTypes.StringType);
            }
            for (StructField column : columns.fields()) {
                labelled = labelled.add(column);
            }
            return labelled;
        }

        Counts plus(Counts other) {
            return new Counts(
                    answers + other.answers,
                    rejects + other.rejects,
                    lines + other.lines,
                    numbers + other.numbers,
                    other.cautions.isEmpty() ? cautions : sum(cautions, other.cautions));
        }

        private static TreeMap<SearchCaution, Long> sum(
                Map<SearchCaution, Long> some, Map<SearchCaution, Long> others) {
            TreeMap<SearchCaution, Long> sum = new TreeMap<>(some);
            others.forEach((caution, count) -> sum.merge(caution, count, Long::sum));
            return sum;
        }
    }

    private CorpusResults(SparkSession spark, RowTask task, JavaRDD<RowOutcome> outcomes, Counts counts) {
        this.spark = spark;
        this.task = task;
        this.outcomes = outcomes;
        this.counts = counts;
    }

    /** Does the work, all of it. */
    public static CorpusResults of(SparkSession spark, RowTask task, JavaRDD<RowOutcome> outcomes) {
        Counts counts =
                outcomes.mapPartitions(some -> List.of(sum(some)).iterator()).fold(Counts.NONE, Counts::plus);
        return new CorpusResults(spark, task, outcomes, counts);
    }

    private static Counts sum(Iterator<RowOutcome> outcomes) {
        Counts sum = Counts.NONE;
        while (outcomes.hasNext()) {
            sum = sum.plus(Counts.of(outcomes.next()));
        }
        return sum;
    }

    /** How many rows were answered. */
    public long answered() {
        return counts.answers;
    }

    /** How many were not. */
    public long rejected() {
        return counts.rejects;
    }

    /** What a person should know of some answers, each with how many those are. */
    public Map<SearchCaution, Long> cautions() {
        return Collections.unmodifiableMap(counts.cautions);
    }

    /** A row for each row that was answered: its id and what was found. */
    public Dataset<Row> answers() {
        return table(lines(), task.schema());
    }

    /** A row for each other row: its id, the strings, as far as they could be told apart, and the reason. */
    public Dataset<Row> rejects() {
        return table(rejectLines(), AnswerSchemas.REJECT);
    }

    private Dataset<Row> table(JavaRDD<String> lines, StructType columns) {
        return spark.read().schema(counts.labelled(columns)).json(spark.createDataset(lines.rdd(), Encoders.STRING()));
    }

    /** What was found as the lines of a text file. */
    public JavaRDD<String> lines(RowTask asked, OutputFolder.Format format) {
        if (format != OutputFolder.Format.TSV) {
            return lines();
        }
        return asked.hasColumns() ? labelledLines() : cells();
    }

    /** The lines of all answers; rows in order, as far as they were. */
    private JavaRDD<String> lines() {
        return answersOnly().flatMap(answer -> answer.lines().iterator());
    }

    /** The same with the id of the row as the first column. */
    private JavaRDD<String> labelledLines() {
        return answersOnly()
                .flatMap(answer -> answer.lines().stream()
                        .map(line -> id(answer) + "\t" + line)
                        .iterator());
    }

    /** The id, and the simple columns of what was found; those that have no value are empty. */
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

    /** Returns the measures of all answers of an evaluation, ordered by id, one partition at a time. */
    public Iterator<PairMeasures> measuresInOrder() {
        return answersOnly()
                .sortBy(answer -> new Key(answer.label(), answer.lines().hashCode()), true, outcomes.getNumPartitions())
                .map(answer -> Objects.requireNonNull(answer.measures()))
                .toLocalIterator();
    }

    /**
     * Numbers in their order, before other ids in theirs.
     *
     * @param content puts rows that share an id into an order of their own
     */
    private record Key(RowId label, int content) implements Comparable<Key>, Serializable {
        @Override
        public int compareTo(Key other) {
            int byId = compareIds(other);
            return byId == 0 ? Integer.compare(content, other.content) : byId;
        }

        private int compareIds(Key other) {
            Serializable mine = label.value();
            Serializable others = other.label.value();
            if (mine instanceof Long number && others instanceof Long another) {
                return number.compareTo(another);
            }
            boolean areTexts = mine instanceof String && others instanceof String;
            return areTexts ? mine.toString().compareTo(others.toString()) : mine instanceof Long ? -1 : 1;
        }
    }

    public JavaRDD<String> rejectLines() {
        return outcomes.filter(RowOutcome.Reject.class::isInstance)
                .map(outcome -> ((RowOutcome.Reject) outcome).json());
    }

    public JavaRDD<RowOutcome.Answer> answersOnly() {
        return outcomes.filter(RowOutcome.Answer.class::isInstance).map(RowOutcome.Answer.class::cast);
    }

    /** Frees what is kept. */
    @Override
    public void close() {
        outcomes.unpersist(true);
    }
}
