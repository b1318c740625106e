package org.espalier.spark.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Goes from the files that people have to answers on Spark, with no option beyond the name of the file. */
class FieldCorpusTest extends CorpusTest {
    private static final Path DATA = Path.of("../../shared/data");

    static Stream<Arguments> files() {
        return Stream.of(
                Arguments.of("words.tsv", "ab\tA B\nba\tB A\naab\tA A B\nbb\tB B\nabb\tA B B\n", 5),
                Arguments.of("cmu.dict", ";;; words\nAB  A B\nAB(2)  A A B\nBA  B A\nBB  B B\nABB  A B B\n", 5),
                Arguments.of(
                        "mfa.dict", "ab\t0.5\tA B\nab\t0.9\tA A B\nba\t0.3\tB A\nbb\t1.0\tB B\nabb\t1.0\tA B B\n", 5),
                Arguments.of("aligned.corpus", "a}A b}B\nb}B a}A\na}A a|b}B\na}A b}_ b}B\nb}B|A b}_\n", 5),
                Arguments.of("aligned.m2m", "a|b|\tA|B|\nb|a|\tB|A|\na|a:b|\tA|B|\na|b|b|\tA|_|B|\nb|b|\tB:A|_|\n", 5),
                Arguments.of(
                        "forms.tsv",
                        "ab\tabx\tV;PST\nba\tbax\tV;PST\naab\taaby\tN;PL\nbb\tbby\tN;PL\nabb\tabbx\tV;PST\n",
                        5),
                Arguments.of(
                        "forms.trn",
                        "ab\tV;PST\tabx\nba\tV;PST\tbax\naab\tN;PL\taaby\nbb\tN;PL\tbby\nabb\tV;PST\tabbx\n",
                        5),
                Arguments.of("lexicon.tsv", "ب\tba\t2\nپ\tpa\t1\nت\tta\t3\nبپ\tbapa\t1\nتب\ttaba\t2\n", 5),
                Arguments.of("names.xml", news("ab", "ba", "aab", "bb", "abb"), 5));
    }

    private static String news(String... words) {
        return "<?xml version=\"1.0\"?>\n<TransliterationCorpus>\n"
                + Stream.of(words)
                        .map(word -> "<Name ID=\"1\"><SourceName>" + word + "</SourceName><TargetName ID=\"1\">"
                                + word.toUpperCase(Locale.ROOT) + "</TargetName></Name>\n")
                        .collect(Collectors.joining())
                + "</TransliterationCorpus>\n";
    }

    @ParameterizedTest
    @ValueSource(strings = {"g2p/gre_dev.tsv", "inflection/tur.dev", "dakshina/ur.translit.sampled.dev.tsv"})
    void publishedFilesAreReadAsTheRunReadsThem(String name) throws IOException {
        Path published = DATA.resolve(name);
        Assumptions.assumeTrue(Files.exists(published), "needs ../shared/data/" + name);
        try (Stream<String> lines = Files.lines(published)) {
            // The first lines are enough to try the commands.
            String head = lines.limit(120).collect(Collectors.joining("\n", "", "\n"));
            assertThat(scored(published.getFileName().toString(), head)).hasSizeBetween(100, 120);
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void eachFormatIsReadAsTheRunReadsIt(String name, String content, int pairs) throws IOException {
        assertThat(scored(name, content)).hasSize(pairs);
    }

    /** Trains on a file, scores it on Spark, and returns the lines, which must be those of the plain command. */
    private List<String> scored(String name, String content) throws IOException {
        String file = file(name, content).toString();
        Path project = folder.resolve("project");
        done("init", "--pairs", file, "--out", project.toString());
        String run = project.resolve("run").toString();
        done(
                "train",
                "--config",
                project.resolve("config.yaml").toString(),
                "--set",
                "train=" + file,
                "--set",
                "training.steps=2",
                "--set",
                "training.epochs=0",
                "--set",
                "scorer.dimension=8",
                "--set",
                "sampler.dimension=8",
                "--set",
                "threads=1");
        spark("score", "--run", run, "--pairs", file, "--out", path("scores"));
        List<String> scores = lines(folder.resolve("scores"));
        String plain = done("score", "--run", run, "--pairs", file, "--json");
        assertThat(scores).containsExactlyInAnyOrderElementsOf(plain.lines().toList());
        assertThat(scores).allMatch(line -> json(line).get("logP").asDouble() < 0);
        return scores;
    }
}
