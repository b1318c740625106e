package org.espalier.spark.command;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.espalier.run.Trainer;
import org.espalier.run.result.Json;
import org.espalier.spark.CorpusJob;
import org.espalier.spark.CorpusResults;
import org.espalier.spark.ScoreTask;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Corpora in JSON lines and Parquet, results in Parquet, and tables from Java. */
class CorpusFormatsTest extends CorpusTest {
    private static final String RUN = SparkTestRun.folder();

    private static final String JSON = """
            {"key":"one","in":"ab","out":"ba"}
            {"key":"two","in":"abc"}
            not JSON
            {"key":"three","in":"c","out":"q"}
            {"in":"a","out":"b"}
            {"key":"four","in":"c","out":"de"}
            """;

    private static SparkSession session() {
        return new SparkSessionFactory(SparkMaster.of("local[2]")).start(new SparkConf(), "test");
    }

    @Test
    void textIsReadAsTheFilesOfTheRunAre() throws IOException {
        Path run = folder.resolve("inflection");
        Path pairs = file("forms.trn", "gehen\tV;PST\tging\tn1\nHaus\tN;PL\tHaeuser\tn2\nbad\n");
        Path machine = file("machine.mfst", """
                input = from data
                output = from data
                tags = from data
                letters = input - tags
                machine = ([t in tags] t:_ / t)* ([a in letters] a:_ / <delete> a | [b in output] _:b / <insert> b)*
                """);
        Trainer.of(machine.toString())
                .pairs(pairs)
                .set("tokens", "chars")
                .set("columns", "x tags y id")
                .set("threads", 1)
                .set("scorer.dimension", 8)
                .set("sampler.dimension", 8)
                .set("training.steps", 1)
                .set("validShare", 0)
                .onMessage(line -> {})
                .train(run)
                .close();
        spark("score", "--run", run.toString(), "--pairs", pairs.toString(), "--out", path("out"));
        assertThat(lines(folder.resolve("out")))
                .satisfiesExactlyInAnyOrder(
                        row -> assertThat(row)
                                .startsWith("{\"id\":\"n1\",\"x\":\"<V><PST>gehen\",\"y\":\"ging\",\"logP\":-"),
                        row -> assertThat(row)
                                .startsWith("{\"id\":\"n2\",\"x\":\"<N><PL>Haus\",\"y\":\"Haeuser\",\"logP\":-"));
        assertThat(lines(folder.resolve("out.rejects"))).hasSize(1);
    }

    @Test
    void jsonLinesKeepTheirIds() throws IOException {
        String file = file("pairs.jsonl", JSON).toString();
        spark(
                "score",
                "--run",
                RUN,
                "--pairs",
                file,
                "--out",
                path("out"),
                "--x-column",
                "in",
                "--y-column",
                "out",
                "--id-column",
                "key");
        assertThat(lines(folder.resolve("out")))
                .satisfiesExactlyInAnyOrder(
                        row -> assertThat(row).startsWith("{\"id\":\"one\",\"x\":\"ab\",\"y\":\"ba\",\"logP\":-"),
                        row -> assertThat(row).startsWith("{\"id\":\"four\",\"x\":\"c\",\"y\":\"de\",\"logP\":-"));
        assertThat(lines(folder.resolve("out.rejects")))
                .satisfiesExactlyInAnyOrder(
                        row -> assertThat(row)
                                .isEqualTo(
                                        "{\"id\":\"two\",\"x\":\"abc\",\"reason\":\"the column 'out' has no value\"}"),
                        row -> assertThat(row)
                                .startsWith("{\"line\":3,\"text\":\"not JSON\",\"reason\":\"is not JSON: "),
                        row -> assertThat(row).startsWith("{\"id\":\"three\",\"x\":\"c\",\"y\":\"q\",\"reason\":\""),
                        row -> assertThat(row).endsWith("\"reason\":\"the column 'key' has no value\"}"));
        assertThat(err).contains("4 of 6 rows cannot be used; " + path("out.rejects") + " lists them with the reasons");
    }

    @Test
    void rejectedRowsAreWrittenUnchanged() throws IOException {
        List<String> inputs = List.of("a\tq", "a  q", "\uD800q", "a\uDC00", "a\u0000b", "e\u0301", "\uD83D\uDE00");
        String good = inputs.stream()
                .map(x -> Json.line(Json.object("x", x, "y", "c\n")) + "\n")
                .collect(Collectors.joining("", "{\"x\":\"ab\",\"y\":\"c\"}\n", ""));
        Path file = Files.writeString(folder.resolve("pairs.jsonl"), good);
        Files.write(file, "{\"x\":\"é\",\"y\":\"c\"}\n".getBytes(ISO_8859_1), StandardOpenOption.APPEND);
        spark("score", "--run", RUN, "--pairs", file.toString(), "--out", path("out"));
        List<JsonNode> rows = sorted(lines(folder.resolve("out.rejects"))).stream()
                .map(CorpusTest::json)
                .toList();
        assertThat(rows.subList(0, inputs.size()))
                .extracting(row -> row.get("x").asString() + row.get("y").asString())
                .containsExactlyElementsOf(inputs.stream().map(x -> x + "c\n").toList());
        assertThat(rows.get(inputs.size()))
                .hasToString("{\"line\":9,\"text\":\"{\\\"x\\\":\\\"\uFFFD\\\",\\\"y\\\":\\\"c\\\"}\","
                        + "\"reason\":\"is not JSON: Invalid UTF-8 middle byte 0x22\"}");
    }

    @Test
    void jsonLinesWithoutIdsGetLineNumbers() throws IOException {
        String file = file("inputs.jsonl", "{\"x\":\"ab\"}\n\n{\"x\":\"c\"}\n").toString();
        spark("transduce", "--run", RUN, "--inputs", file, "--out", path("out"), "--beam", "4", "--samples", "4");
        assertThat(sorted(lines(folder.resolve("out"))))
                .satisfiesExactly(
                        row -> assertThat(row).startsWith("{\"line\":1,\"x\":\"ab\",\"outputs\":[{\"y\":"),
                        row -> assertThat(row).startsWith("{\"line\":3,\"x\":\"c\",\"outputs\":[{\"y\":"));
    }

    /** In tsv, control characters of an id are escaped. */
    @Test
    void idsWithTabsStayInOneColumn() throws IOException {
        String file = file("pairs.jsonl", """
                {"id":"a\\tb\\r\\nc\\\\d é","x":"ab","y":"c"}
                {"id":"\\ud800","x":"ab","y":"c"}
                {"x":"ab","y":"c"}
                """).toString();
        for (String command : List.of("score", "evaluate")) {
            spark(command, "--run", RUN, "--pairs", file, "--out", path("out"), "--overwrite", "--format", "tsv");
            List<String> lines = lines(folder.resolve("out"));
            assertThat(lines.stream().map(line -> line.substring(0, line.indexOf('\t'))))
                    .as(command)
                    .containsOnly("a\\u0009b\\u000D\\u000Ac\\u005Cd é", "\\uD800", "3");
            assertThat(lines.stream().map(line -> line.split("\t", -1).length))
                    .as(command)
                    .containsOnly(command.equals("evaluate") ? 11 : 5);
        }
    }

    @Test
    void parquetEqualsJsonLines() throws IOException {
        String text = file("pairs.tsv", SparkTestRun.lines(SparkTestRun.examples(20, 9)) + "bad\n")
                .toString();
        for (String command : List.of("align", "score", "lattices", "evaluate")) {
            spark(command, "--run", RUN, "--pairs", text, "--out", path("lines"), "--overwrite");
            spark(command, "--run", RUN, "--pairs", text, "--out", path("table"), "--overwrite", "--format", "parquet");
            SparkSession spark = session();
            try {
                Dataset<Row> table = spark.read().parquet(path("table"));
                List<String> rows = table.toJSON().collectAsList();
                assertThat(sorted(rows).stream().map(CorpusTest::json))
                        .as(command)
                        .containsExactlyElementsOf(sorted(lines(folder.resolve("lines"))).stream()
                                .map(CorpusTest::json)
                                .toList());
                assertThat(spark.read().parquet(path("table.rejects")).toJSON().collectAsList())
                        .singleElement()
                        .asString()
                        .startsWith("{\"line\":21,\"text\":\"bad\",");
            } finally {
                spark.stop();
            }
        }
    }

    @Test
    void tablesFromJavaAreAnsweredAsTables() throws IOException {
        file("pairs.tsv", "ab\tba\nc\tq\n");
        String expected = done("score", "--run", RUN, "--pairs", path("pairs.tsv"), "--json");
        SparkSession spark = session();
        try {
            Dataset<Row> pairs = spark.sql(
                    "select * from values (7L, 'ab', 'ba'), (8L, 'c', 'q'), (null, 'a', 'b') " + "as pairs(id, x, y)");
            CorpusJob job = new CorpusJob(spark, Path.of(RUN));
            ScoreTask task = ScoreTask.DEFAULT;
            try (CorpusResults results = job.ask(task, pairs)) {
                Row row = results.answers().head();
                assertThat(row.getLong(0)).isEqualTo(7);
                assertThat(row.<Double>getAs("logP"))
                        .isEqualTo(json(expected).get("logP").asDouble());
                assertThat(results.rejects().select("id", "x", "y").orderBy("x").collectAsList())
                        .hasToString("[[null,a,b], [8,c,q]]");
            }
            pairs.write().parquet(path("pairs.parquet"));
            pairs.drop("id").write().parquet(path("nameless.parquet"));
        } finally {
            spark.stop();
        }
        spark("score", "--run", RUN, "--pairs", path("pairs.parquet"), "--out", path("out"), "--partitions", "3");
        assertThat(lines(folder.resolve("out")))
                .containsExactly(expected.strip().replace("{\"line\":1,", "{\"id\":7,"));
        assertThat(failed(
                        "spark",
                        "score",
                        "--run",
                        RUN,
                        "--pairs",
                        path("nameless.parquet"),
                        "--out",
                        path("out2"),
                        "--master",
                        "local[2]"))
                .isEqualTo("the table has no column 'id' of ids, only x, y; name it with --id-column");
    }
}
