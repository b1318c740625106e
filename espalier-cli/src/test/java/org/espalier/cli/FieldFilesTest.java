package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Goes from the files that people have to a trained model and its answers, with no option beyond the name of the file. */
@Tag("slow")
class FieldFilesTest extends CommandTestBase {
    private static final Path DATA = Path.of("../../shared/data");

    @TempDir
    private Path folder;

    private static String lines(String... patterns) {
        return IntStream.range(0, 40)
                .mapToObj(k -> {
                    String word = "ab".repeat(1 + k % 3) + "c".repeat(k / 3 % 5) + "d".repeat(k / 15);
                    String phones =
                            String.join(" ", word.toUpperCase(Locale.ROOT).split(""));
                    String units = word.replaceAll("(.)", "$1}$1 ").strip();
                    String parts = word.replaceAll("(.)", "$1|");
                    return patterns[k % patterns.length]
                                    .replace("WORD", word)
                                    .replace("PHONES", phones)
                                    .replace("UNITS", units)
                                    .replace("PARTS", parts)
                            + "\n";
                })
                .reduce("", String::concat);
    }

    static Stream<Arguments> files() {
        String news = "<?xml version=\"1.0\"?>\n<TransliterationCorpus>\n"
                + lines("<Name ID=\"1\"><SourceName>WORD</SourceName><TargetName ID=\"1\">PHONES</TargetName></Name>")
                        .replace(" <", "<")
                + "</TransliterationCorpus>\n";
        return Stream.of(
                Arguments.of("words.tsv", lines("WORD\tPHONES"), "words and their phones, as WikiPron has them"),
                Arguments.of(
                        "cmu.dict",
                        ";;; a dictionary\n" + lines("WORD  PHONES", "WORD(2)  A PHONES"),
                        "a pronouncing dictionary like CMUdict"),
                Arguments.of(
                        "mfa.dict",
                        lines("WORD\t0.5\t0.1\t1.2\t1.0\tPHONES", "WORD\t0.9\t0.2\t0.8\t1.0\tA PHONES"),
                        "a dictionary of the Montreal Forced Aligner with probabilities"),
                Arguments.of(
                        "aligned.corpus", lines("UNITS c|d}_", "a|b}C UNITS"), "an aligned corpus of Phonetisaurus"),
                Arguments.of(
                        "aligned.m2m",
                        lines("PARTSc:d|\tPARTS_|", "a:b|PARTS\tC|PARTS"),
                        "an aligned corpus of m2m-aligner"),
                Arguments.of(
                        "unimorph.tsv",
                        lines("WORD\tWORDx\tV;PST;SG", "WORD\tWORDy\tN;PL"),
                        "a table of inflected forms: lemma, form and tags, as UniMorph has it"),
                Arguments.of(
                        "sigmorphon.trn",
                        lines("WORD\tV;PST;SG\tWORDx", "WORD\tN;PL\tWORDy"),
                        "a table of inflected forms: lemma, tags and form, as SIGMORPHON 2023 has it"),
                Arguments.of(
                        "lexicon.tsv",
                        lines("\u0628\u067e\tWORD\t2", "\u062a\taWORD\t1"),
                        "a lexicon of romanized words like Dakshina's"),
                Arguments.of("names.xml", news, "names and transliterations in the XML of the NEWS shared tasks"));
    }

    @ParameterizedTest
    @MethodSource("files")
    void eachFormatNeedsNoOption(String name, String content, String taken) throws IOException {
        Path file = Files.writeString(folder.resolve(name), content);
        assertThat(useAll(file)).contains(" is taken for " + taken);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "g2p/gre_dev.tsv",
                "g2p/khm_dev.tsv",
                "inflection/tur.dev",
                "inflection/deu.dev",
                "dakshina/ur.translit.sampled.dev.tsv"
            })
    void publishedFilesNeedNoOption(String file) throws IOException {
        Assumptions.assumeTrue(Files.exists(DATA.resolve(file)), "needs ../shared/data/" + file);
        // The first lines are enough to try every command.
        Path head = folder.resolve(Path.of(file).getFileName());
        try (Stream<String> lines = Files.lines(DATA.resolve(file))) {
            Files.write(head, lines.limit(120).toList());
        }
        useAll(head);
    }

    /** Uses every command on a file, and returns what init said about it. */
    private String useAll(Path file) throws IOException {
        Path project = folder.resolve("project");
        assertThat(run("init", "--pairs", file.toString(), "--out", project.toString()))
                .as(err)
                .isZero();
        String said = err;
        String config = project.resolve("config.yaml").toString();
        String run = project.resolve("run").toString();
        String parts = file.toString();
        for (List<String> command : List.of(
                List.of(
                        "train",
                        "--config",
                        config,
                        "--set",
                        "training.steps=3",
                        "--set",
                        "training.epochs=0",
                        "--set",
                        "scorer.dimension=8",
                        "--set",
                        "scorer.layers=1",
                        "--set",
                        "sampler.dimension=8",
                        "--set",
                        "threads=1"),
                List.of("evaluate", "--run", run, "--transduce", "--beam", "4"),
                List.of("align", "--run", run, "--pairs", parts, "--best"),
                List.of("score", "--run", run, "--pairs", parts),
                List.of("transduce", "--run", run, "--inputs", parts, "--nbest", "1", "--beam", "4"),
                List.of("baseline", "--config", config, "--order", "2"))) {
            assertThat(run(command.toArray(String[]::new)))
                    .as(command + "\n" + err)
                    .isZero();
            assertThat(out.isEmpty())
                    .as(command.get(0))
                    .isEqualTo(command.get(0).equals("train"));
        }
        return said;
    }

    @Test
    void predictionsComeBackAsTheTapesWereCut() throws IOException {
        Path file =
                Files.writeString(folder.resolve("unimorph.tsv"), lines("WORD\tWORDx\tV;PST;SG", "WORD\tWORDy\tN;PL"));
        useAll(file);
        String run = folder.resolve("project/run").toString();
        assertThat(run(
                        "transduce",
                        "--run",
                        run,
                        "--x",
                        "<V><PST><SG>ab",
                        "--nbest",
                        "1",
                        "--beam",
                        "4",
                        "--format",
                        "sigmorphon"))
                .as(err)
                .isZero();
        assertThat(out).matches("ab\t[abcdxy]*\tV;PST;SG\n");
        assertThat(run(
                        "transduce",
                        "--run",
                        run,
                        "--x",
                        "<V><PST><SG>ab",
                        "--nbest",
                        "1",
                        "--beam",
                        "4",
                        "--format",
                        "lexicon"))
                .isZero();
        assertThat(out).matches("ab\t[abcdxy]*\n");
    }

    @Test
    void givenAlignmentsStartTrainingAndAreCompared() throws IOException {
        Path file = Files.writeString(folder.resolve("aligned.corpus"), lines("UNITS c|d}_", "a|b}C UNITS"));
        useAll(file);
        assertThat(Files.readString(folder.resolve("project/config.yaml"))).contains("  memory: 8 ");
        String run = folder.resolve("project/run").toString();
        assertThat(run("align", "--run", run, "--pairs", file.toString(), "--compare"))
                .as(err)
                .isZero();
        assertThat(out.lines())
                .hasSize(40)
                .allMatch(line -> line.matches("[01]\\.\\d{4}\t(same|other)\t[a-d]+\t[A-Da-d ]+"));
        assertThat(run("align", "--run", run, "--pairs", "-", "--compare")).isEqualTo(2);
        assertThat(err).contains("--compare needs a file with alignments, not standard input; give --pairs FILE");
        assertThat(run("align", "--run", run, "--pairs", file.toString(), "--compare", "--json"))
                .isEqualTo(2);
        assertThat(err).contains("--compare has a format of its own; leave out --format, --json and --best");
        assertThat(run("align", "--run", run, "--pairs", file.toString(), "--compare"))
                .isZero();
        assertThat(err)
                .containsPattern(
                        "the given alignments have a mean probability of 0\\.\\d{3}, and the best path agrees with"
                                + " \\d+\\.\\d % of 40 pairs");
    }

    /** What one run aligned can be compared with, whatever its own files are. */
    @Test
    void exportedAlignmentsAreThoseOfTheRun() throws IOException {
        Path file = Files.writeString(
                folder.resolve("words.tsv"),
                "ab\tC D\nba\tD C\naab\tC C D\nbab\tD C D\nabb\tC D D\nbb\tD D\naa\tC C\nb\tD\n");
        String run = folder.resolve("run").toString();
        assertThat(run(
                        "train",
                        "--machine",
                        "builtin:edit",
                        "--train",
                        file.toString(),
                        "--out",
                        run,
                        "--set",
                        "tokens.input=chars",
                        "--set",
                        "training.steps=2",
                        "--set",
                        "scorer.dimension=8",
                        "--set",
                        "sampler.dimension=8",
                        "--set",
                        "validShare=0"))
                .as(err)
                .isZero();
        for (String format : List.of("phonetisaurus", "m2m")) {
            assertThat(run("align", "--run", run, "--pairs", file.toString(), "--best", "--all", "--format", format))
                    .as(err)
                    .isZero();
            Path corpus = Files.writeString(folder.resolve(format + ".corpus"), out);
            assertThat(run("align", "--run", run, "--pairs", corpus.toString(), "--compare", "--all"))
                    .as(err)
                    .isZero();
            assertThat(out.lines()).hasSize(8).allMatch(line -> line.contains("\tsame\t"));
        }
    }

    private String init(String name, String content, String... options) throws IOException {
        Path file = Files.writeString(folder.resolve(name), content);
        List<String> call = new ArrayList<>(List.of(
                "init",
                "--pairs",
                file.toString(),
                "--out",
                folder.resolve(name + ".out").toString()));
        call.addAll(List.of(options));
        assertThat(run(call.toArray(String[]::new))).as(err).isZero();
        return err;
    }

    @Test
    void otherDirectionIsReadByItsOwnColumns() throws IOException {
        assertThat(init("words.tsv", lines("WORD\tPHONES"), "--columns", "y x"))
                .contains(
                        "words.tsv is read as asked for; inputs: symbols are separated by spaces, outputs: each character"
                                + " is a symbol; to read it otherwise, see --format, --columns and --tokens");
        assertThat(out).contains("input    4 symbols;", "output   4 symbols;");
    }

    @Test
    void pairsSeparatedBySpacesAreSaidToBeRead() throws IOException {
        assertThat(init("pairs.tsv", lines("x WORD\tPHONES")))
                .contains(
                        "pairs.tsv is taken for pairs of strings; inputs: symbols are separated by spaces, outputs: symbols"
                                + " are separated by spaces;");
    }

    @Test
    void filesThatFitTwoFormatsAreSuspicious() throws IOException {
        assertThat(init("pairs.txt", lines("WORD WORDx")))
                .contains("is taken for a pronouncing dictionary like CMUdict")
                .contains(
                        "every output is a single symbol, such as 'abx'; if its characters are meant to be the symbols,"
                                + " read outputs as chars, and if it is not the output at all, say what the columns hold"
                                + " (--output-tokens, --columns)");
        assertThat(init("counts.tsv", lines("WORD\t1", "WORD\t2")))
                .contains("every output is a single symbol, such as '1'");
        assertThat(init("pairs.csv", lines("WORD,PHONES A")))
                .contains("every input has a comma; if commas separate the columns, write tabs instead");
        assertThat(init("pairs.ssv", lines("WORD;PHONES A")))
                .contains("every input has a semicolon; if semicolons separate the columns, write tabs instead");
        assertThat(init("narrow.tsv", lines("WORD\tPHONES").replace(' ', '\u00a0')))
                .contains(
                        "the space U+00A0 is among the commonest output symbols; if it separates symbols, write plain spaces"
                                + " instead");
        assertThat(init("few.tsv", "ab\tc d\nef\tg h\nij\tk l\nmn\to p\nqr\ts t\n"))
                .doesNotContain("as many input symbols");
    }

    @Test
    void inputsWithoutTagsCanBeReadAgain() throws IOException {
        String said = init("forms.tsv", lines("WORD\tV;PST\tWORDx", "WORD\t_\tWORDy", "WORD\tN;PL\tWORD"));
        assertThat(said).doesNotContain("skipped");
        assertThat(run(
                        "baseline",
                        "--config",
                        folder.resolve("forms.tsv.out/config.yaml").toString(),
                        "--order",
                        "2"))
                .isZero();
        assertThat(err).doesNotContain("skipped");
    }

    @Test
    void testPairsOfTheBaselineAreReadAsTheTrainingPairs() throws IOException {
        Path train = Files.writeString(folder.resolve("train.tsv"), lines("WORD\tPHONES"));
        Path test = Files.writeString(folder.resolve("test.tsv"), "abc\tA\nab\tA\n");
        assertThat(run("baseline", "--train", train.toString(), "--test", test.toString(), "--order", "2"))
                .as(err)
                .isZero();
        assertThat(err).contains(train + " is taken for words and their phones").doesNotContain(test + " is taken for");
        Path empty = Files.writeString(folder.resolve("empty.tsv"), "");
        Path model = folder.resolve("model.arpa");
        assertThat(run("baseline", "--train", empty.toString(), "--arpa", model.toString()))
                .isEqualTo(1);
        assertThat(err).endsWith("espalier: " + empty + " has no pairs; a pair is a line x<TAB>y\n");
        assertThat(model).doesNotExist();
    }

    @Test
    void suspiciousReadingsAreSaid() throws IOException {
        Path file = Files.writeString(folder.resolve("words.tsv"), lines("WORD\tPHONES"));
        assertThat(run(
                        "init",
                        "--pairs",
                        file.toString(),
                        "--tokens",
                        "words",
                        "--out",
                        folder.resolve("w").toString()))
                .as(err)
                .isZero();
        assertThat(err)
                .contains(
                        "every input is a single symbol, such as 'ab'; if its characters are meant to be the symbols");
        assertThat(run(
                        "init",
                        "--pairs",
                        file.toString(),
                        "--chars",
                        "--out",
                        folder.resolve("c").toString()))
                .as(err)
                .isZero();
        assertThat(err)
                .contains(
                        "the space is among the commonest output symbols; if it separates symbols, read outputs as words"
                                + " (--output-tokens)");
        assertThat(run("init", "--pairs", file.toString(), "--format", "cmu")).isEqualTo(2);
        assertThat(err).startsWith("espalier: --format 'cmu' is not known; give auto, tsv, wikipron, cmudict");
        assertThat(run("init", "--pairs", file.toString(), "--columns", "x q")).isEqualTo(2);
        assertThat(err)
                .startsWith("espalier: --columns 'x q' does not name columns; expected the contents of the columns");
        assertThat(run("init", "--pairs", file.toString(), "--tokens", "letters"))
                .isEqualTo(2);
        assertThat(err)
                .startsWith(
                        "espalier: --tokens 'letters' is not a unit; give words, chars, graphemes or sep: and a separator");
    }
}
