package org.espalier.spark.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.espalier.run.result.Json;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** Compares the results of jobs with those of the plain commands, byte for byte, for several partitions. */
class SparkParityTest extends CorpusTest {
    private static final String RUN = SparkTestRun.folder();

    private String pairs = "";

    /** Writes good lines, an empty one, an unknown symbol, a missing column and a pair whose lattice is too large. */
    @BeforeEach
    void write() throws IOException {
        String good = SparkTestRun.lines(SparkTestRun.examples(60, 2));
        pairs = file(
                        "pairs.tsv",
                        "ab\tq\n\n" + good + "one column\n" + "abcde".repeat(9) + "\t" + "edcba".repeat(9) + "\n"
                                + SparkTestRun.lines(SparkTestRun.examples(30, 3)))
                .toString();
    }

    static Stream<List<String>> questions() {
        return Stream.of(
                List.of("align", "--samples", "8"),
                List.of("align", "--samples", "64", "--refine", "3"),
                List.of("align", "--all", "--best", "--max-paths", "300"),
                List.of("score", "--samples", "16", "--seed", "7"),
                List.of("score", "--samples", "32", "--refine", "1"),
                List.of("score", "--smc"),
                List.of("score", "--exact", "--max-paths", "300"));
    }

    @ParameterizedTest
    @MethodSource("questions")
    void pairsGiveLinesOfPlainCommand(List<String> question) throws IOException {
        assertSameLines(RUN, question);
    }

    private void assertSameLines(String run, List<String> question) throws IOException {
        List<String> plain = new ArrayList<>(question);
        plain.addAll(List.of("--run", run, "--pairs", pairs, "--json"));
        String expected = done(plain.toArray(String[]::new));
        assertThat(expected.lines().count()).isGreaterThan(50);
        List<String> job = new ArrayList<>(question);
        job.addAll(List.of("--run", run, "--pairs", pairs, "--out", path("out"), "--overwrite", "--partitions", "3"));
        spark(job.toArray(String[]::new));
        assertThat(sorted(lines(folder.resolve("out"))))
                .isEqualTo(expected.lines().toList());
    }

    static Stream<List<String>> fewQuestions() {
        return Stream.of(List.of("align", "--samples", "8"), List.of("score", "--samples", "32", "--refine", "1"));
    }

    /** An executor has to make the mask of the scorer from the machine, and to read the input of each pair. */
    @ParameterizedTest
    @MethodSource("fewQuestions")
    void conditionalRunGivesLinesOfPlainCommand(List<String> question) throws IOException {
        assertSameLines(SparkTestRun.conditional(), question);
    }

    @Test
    void conditionalRunGivesOutputsOfPlainCommand() throws IOException {
        assertSameOutputs(SparkTestRun.conditional(), search("copy"));
    }

    @Test
    void conditionalRunGivesEvaluationOfPlainCommand() {
        assertSameEvaluation(SparkTestRun.conditional(), List.of("--samples", "8"));
    }

    private static List<String> search(String unknown) {
        return List.of("--beam", "8", "--samples", "32", "--refine", "1", "--max-output", "8", "--unknown", unknown);
    }

    private void assertSameOutputs(String run, List<String> search) throws IOException {
        String inputs = file("inputs.txt", "ab\n\nxbz\ncab\nedcb\na\n").toString();
        List<String> plain = new ArrayList<>(List.of("transduce", "--run", run, "--inputs", inputs, "--json"));
        plain.addAll(search);
        String expected = done(plain.toArray(String[]::new));
        List<String> job = new ArrayList<>(List.of("transduce", "--run", run, "--inputs", inputs));
        job.addAll(search);
        job.addAll(List.of("--out", path("out"), "--overwrite", "--partitions", "2"));
        spark(job.toArray(String[]::new));
        assertThat(sorted(lines(folder.resolve("out"))))
                .isEqualTo(expected.lines().toList());
    }

    private void assertSameEvaluation(String run, List<String> options) {
        List<String> plain = new ArrayList<>(List.of("evaluate", "--run", run, "--pairs", pairs, "--json"));
        plain.addAll(options);
        String expected = done(plain.toArray(String[]::new));
        List<String> job = new ArrayList<>(plain);
        job.addAll(List.of("--partitions", "3"));
        assertThat(withoutTime(spark(job.toArray(String[]::new)))).isEqualTo(withoutTime(expected));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 40})
    void partitionsChangeNoResult(int partitions) throws IOException {
        String expected = done("score", "--run", RUN, "--pairs", pairs, "--json");
        spark(
                "score",
                "--run",
                RUN,
                "--pairs",
                pairs,
                "--out",
                path("out"),
                "--partitions",
                String.valueOf(partitions));
        try (Stream<Path> files = Files.list(folder.resolve("out"))) {
            assertThat(files.filter(file -> file.getFileName().toString().startsWith("part-"))
                            .count())
                    .isBetween((long) Math.min(partitions, 6), partitions + 2L);
        }
        assertThat(sorted(lines(folder.resolve("out"))))
                .isEqualTo(expected.lines().toList());
        assertThat(lines(folder.resolve("out.rejects"))).hasSize(3);
    }

    @Test
    void linesAreNumberedAcrossFiles() throws IOException {
        String expected = done("score", "--run", RUN, "--pairs", pairs, "--json");
        List<String> all = Files.readAllLines(Path.of(pairs));
        file("part-b.tsv", String.join("\n", all.subList(40, all.size())));
        file("part-a.tsv", String.join("\n", all.subList(0, 40)) + "\n");
        spark("score", "--run", RUN, "--pairs", path("part-*.tsv"), "--out", path("out"));
        assertThat(sorted(lines(folder.resolve("out"))))
                .isEqualTo(expected.lines().toList());
    }

    @Test
    void tsvPutsIdBeforeColumnsOfPlainCommand() throws IOException {
        List<String> expected =
                done("score", "--run", RUN, "--pairs", pairs).lines().toList();
        spark("score", "--run", RUN, "--pairs", pairs, "--out", path("out"), "--format", "tsv", "--partitions", "1");
        List<String> written = lines(folder.resolve("out"));
        assertThat(written.stream().map(line -> line.substring(line.indexOf('\t') + 1)))
                .containsExactlyElementsOf(expected);
        assertThat(written.get(0)).startsWith("3\t");
    }

    @Test
    void calibratedRunsGiveLinesOfPlainCommand() throws IOException {
        String ensemble = SparkTestRun.ensemble(folder.resolve("ensemble"));
        String inputs = file("inputs.txt", "ab\ncab\nedcb\na\n").toString();
        String heldOut = file("held-out.tsv", SparkTestRun.lines(SparkTestRun.examples(60, 4)))
                .toString();
        for (String run : List.of(ensemble, Path.of(ensemble, "members", "1").toString())) {
            String[] plain = {
                "transduce", "--run", run, "--inputs", inputs, "--json", "--beam", "1024", "--samples", "8"
            };
            String before = done(plain);
            done("calibrate", "--run", run, "--pairs", heldOut, "--samples", "8");
            String expected = done(plain);
            assertThat(expected).isNotEqualTo(before);
            spark(
                    "transduce",
                    "--run",
                    run,
                    "--inputs",
                    inputs,
                    "--out",
                    path("out"),
                    "--overwrite",
                    "--beam",
                    "1024",
                    "--samples",
                    "8");
            assertThat(sorted(lines(folder.resolve("out"))))
                    .isEqualTo(expected.lines().toList());
        }
    }

    @Test
    void ensembleGivesLinesOfPlainCommand() throws IOException {
        String ensemble = SparkTestRun.ensemble(folder.resolve("ensemble"));
        String inputs = file("inputs.txt", "ab\ncab\nedcb\na\n").toString();
        // With this beam a batch has two inputs. A single batch would have all threads of the plain command, which
        // round
        // differently than the one thread of a task.
        List<String> search = List.of("--beam", "1024", "--samples", "8", "--max-output", "3");
        for (List<String> vote : List.of(List.<String>of(), List.of("--vote"))) {
            List<String> more = Stream.concat(search.stream(), vote.stream()).toList();
            List<String> plain = new ArrayList<>(List.of("transduce", "--run", ensemble, "--inputs", inputs, "--json"));
            plain.addAll(more);
            String expected = done(plain.toArray(String[]::new));
            assertThat(expected.contains("\"votes\":")).isEqualTo(more.contains("--vote"));
            List<String> job = new ArrayList<>(
                    List.of("transduce", "--run", ensemble, "--inputs", inputs, "--out", path("out"), "--overwrite"));
            job.addAll(more);
            spark(job.toArray(String[]::new));
            assertThat(sorted(lines(folder.resolve("out"))))
                    .isEqualTo(expected.lines().toList());
        }
        assertSameLines(ensemble, List.of("score"));
        assertSameLines(ensemble, List.of("align", "--samples", "8"));
        assertSameEvaluation(ensemble, List.of("--samples", "8"));
    }

    @Test
    void inputsGiveLinesOfPlainCommand() throws IOException {
        for (String rule : List.of("skip", "copy")) {
            assertSameOutputs(RUN, search(rule));
        }
        assertThat(folder.resolve("out.rejects")).as(() -> err).doesNotExist();
    }

    /** The plain command warns about each input, a job reports their number. */
    @Test
    void cautionsAreCounted() throws IOException {
        String inputs = file("inputs.txt", SparkTestRun.lines(SparkTestRun.examples(12, 5)))
                .toString();
        String[] search = {"--run", RUN, "--inputs", inputs, "--beam", "4", "--samples", "2", "--max-output", "2"};
        done(Stream.concat(Stream.of("transduce"), Stream.of(search)).toArray(String[]::new));
        Map<String, Long> expected = err.lines()
                .collect(Collectors.groupingBy(
                        line -> line.replaceFirst("^espalier: .*:\\d+: ", ""), Collectors.counting()));
        assertThat(expected).isNotEmpty();
        spark(Stream.of(List.of("transduce", "--out", path("out")), List.of(search))
                .flatMap(List::stream)
                .toArray(String[]::new));
        assertThat(err.lines().filter(line -> line.contains(" rows: ")))
                .containsExactlyInAnyOrderElementsOf(expected.entrySet().stream()
                        .map(caution ->
                                "espalier: " + inputs + ": " + caution.getValue() + " of 12 rows: " + caution.getKey())
                        .toList());
    }

    @Test
    void latticesGiveLinesOfPlainCommand() throws IOException {
        String good = file("good.tsv", SparkTestRun.lines(SparkTestRun.examples(50, 4)))
                .toString();
        String machine = Path.of(RUN, "machine.fst.txt").toString();
        String expected = done("lattice", "--machine", machine, "--max-states", "1000", "--chars", "--pairs", good);
        spark("lattices", "--run", RUN, "--pairs", good, "--out", path("out"), "--partitions", "3");
        assertThat(sorted(lines(folder.resolve("out"))))
                .isEqualTo(expected.lines().toList());
        assertThat(out)
                .startsWith(RUN + ", step 3, on 50 pairs of " + good + "\n")
                .contains("arcs, minimal");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 7})
    void evaluationEqualsPlainCommand(int partitions) {
        String expected = done("evaluate", "--run", RUN, "--pairs", pairs, "--json", "--smc", "--exact");
        String summary = spark(
                "evaluate",
                "--run",
                RUN,
                "--pairs",
                pairs,
                "--json",
                "--smc",
                "--exact",
                "--partitions",
                String.valueOf(partitions));
        assertThat(withoutTime(summary)).isEqualTo(withoutTime(expected));
    }

    @Test
    void refinedEvaluationEqualsPlainCommand() {
        String[] drawing = {"--samples", "64", "--refine", "3", "--json"};
        String[] call = {"evaluate", "--run", RUN, "--pairs", pairs};
        String expected = done(Stream.of(call, drawing).flatMap(Stream::of).toArray(String[]::new));
        assertThat(json(expected).get("refine").asInt()).isEqualTo(3);
        String summary = spark(Stream.of(call, drawing, new String[] {"--partitions", "3"})
                .flatMap(Stream::of)
                .toArray(String[]::new));
        assertThat(withoutTime(summary)).isEqualTo(withoutTime(expected));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7})
    void rowsThatShareAnIdGiveSameEvaluationInAnyOrder(int partitions) throws IOException {
        List<String> rows = SparkTestRun.examples(60, 6).stream()
                .map(pair -> Json.line(Json.object("id", 1, "x", pair.x(), "y", pair.y())))
                .toList();
        List<String> reversed = new ArrayList<>(rows);
        Collections.reverse(reversed);
        String forward = file("forward.jsonl", String.join("\n", rows)).toString();
        String backward = file("backward.jsonl", String.join("\n", reversed)).toString();
        String parts = String.valueOf(partitions);
        String expected = spark("evaluate", "--run", RUN, "--pairs", forward, "--json", "--partitions", "3");
        String summary = spark("evaluate", "--run", RUN, "--pairs", backward, "--json", "--partitions", parts);
        assertThat(withoutTime(summary)).isEqualTo(withoutTime(expected).replace(forward, backward));
    }

    /** Removes the time, which differs between runs. */
    private static String withoutTime(String object) {
        ObjectNode node = (ObjectNode) json(object);
        node.remove("seconds");
        return node.toString();
    }
}
