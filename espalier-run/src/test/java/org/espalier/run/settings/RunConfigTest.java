package org.espalier.run.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.espalier.fst.LatticeOptions;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.SourceException;
import org.espalier.model.HistoryMode;
import org.espalier.model.SamplerKind;
import org.espalier.model.SamplerSettings;
import org.espalier.model.ScorerSettings;
import org.espalier.model.train.Objective;
import org.espalier.model.train.TrainingSettings;
import org.espalier.run.data.Columns;
import org.espalier.run.data.FileFormat;
import org.espalier.run.data.Reading;
import org.espalier.run.data.TokenUnit;
import org.espalier.run.data.Tokenizer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RunConfigTest {
    private static final String NEEDED = "machine: builtin:edit\ntrain: a.tsv\nout: run\n";

    @TempDir
    private Path folder;

    private SettingValues read(String text) throws IOException {
        return RunConfig.read(Files.writeString(folder.resolve("run.yaml"), text));
    }

    private RunConfig config(String text, String... overrides) throws IOException {
        return RunConfig.of(read(text).overriddenBy(RunConfig.overrides(List.of(overrides))));
    }

    @Test
    void valuesThatAreNotGivenAreDefaults() throws IOException {
        RunConfig config = config(NEEDED);
        assertThat(config.scorer()).isEqualTo(ScorerSettings.DEFAULT);
        assertThat(config.sampler()).isEqualTo(SamplerSettings.of(SamplerKind.SWS));
        assertThat(config.training()).isEqualTo(TrainingSettings.DEFAULT);
        assertThat(config.lattices()).isEqualTo(LatticeOptions.DEFAULT);
        assertThat(config.data().reading().input().tokens()).isEqualTo(TokenUnit.WORDS);
        assertThat(config.data().valid()).isEmpty();
        assertThat(config.scorerFrom()).isEmpty();
        assertThat(config.seed()).isEqualTo(1);
        assertThat(config.threads()).isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(config.cacheBytes()).isPositive();
    }

    @Test
    void pathsInAConfigurationAreRelativeToItsFolder() throws IOException {
        RunConfig config = config("machine: m/../m.mfst\ntrain: a.tsv\nout: run\nvalid: /v.tsv\n", "test=t.tsv");
        assertThat(config.data().machine()).isEqualTo(folder.resolve("m.mfst").toString());
        assertThat(config.data().train()).isEqualTo(folder.resolve("a.tsv").toString());
        assertThat(config.out()).isEqualTo(folder.resolve("run"));
        assertThat(config.data().valid()).contains(Path.of("/v.tsv").toString());
        assertThat(config.data().test()).contains("t.tsv");
        assertThat(config(NEEDED).data().machine()).isEqualTo("builtin:edit");
    }

    @Test
    void valuesAreParsedFromTextAndOverridden() throws IOException {
        RunConfig config = config(NEEDED + """
                        tokens: chars
                        seed: 7
                        threads: 2
                        scorer: {kind: transformer, dimension: 64, heads: "8", from: 2024}
                        sampler:
                          kind: swp
                          gated: true
                          history: local
                        training:
                          objective: sampler
                          dropout: .5
                          samplerLearningRate: 1e-4
                          steps: 100
                          epochs: 0
                        lattice:
                          maxMarks: 40
                        """, "sampler.dimension=32", "training.steps=200");
        assertThat(config.data().reading().input().tokens()).isEqualTo(TokenUnit.CHARS);
        assertThat(config.scorer())
                .isEqualTo(new ScorerSettings(
                        ScorerSettings.Kind.TRANSFORMER,
                        ScorerSettings.Given.NOTHING,
                        64,
                        2,
                        false,
                        false,
                        false,
                        8,
                        1024));
        assertThat(config.scorerFrom()).contains(folder.resolve("2024"));
        assertThat(config.sampler())
                .isEqualTo(SamplerSettings.of(SamplerKind.SWP)
                        .withDimension(32)
                        .withGated(true)
                        .withHistory(HistoryMode.LOCAL));
        assertThat(config.training())
                .isEqualTo(TrainingSettings.builder()
                        .objective(Objective.SAMPLER)
                        .dropout(0.5)
                        .samplerLearningRate(1e-4)
                        .steps(200)
                        .epochs(0)
                        .seed(7)
                        .build());
        assertThat(config.lattices().maxMarks()).isEqualTo(40);
        assertThat(config.threads()).isEqualTo(2);
    }

    @Test
    void writtenConfigurationIsReadBackUnchanged() throws IOException {
        RunConfig config = config(
                "machine: builtin:edit\ntrain: \"a: #1 \\\"é\\\".tsv\"\nout: 'null'\nseed: 3\ntraining: {dropout: 0.25}\n",
                "sampler.kind=none");
        RunConfig again = config(config.values().yaml());
        assertThat(again.values().yaml()).isEqualTo(config.values().yaml());
        assertThat(again.data().train())
                .endsWith("a: #1 \"é\".tsv")
                .isEqualTo(config.data().train());
        assertThat(again).usingRecursiveComparison().ignoringFields("values").isEqualTo(config);
    }

    @Test
    void defaultsAreAConfigurationWithoutTheRequiredValues() throws IOException {
        String defaults = RunConfig.defaults();
        assertThat(defaults)
                .contains(
                        "\nscorer:\n",
                        "  # batch size in pairs, over all workers (a whole number from 1 to 1048576)\n  batch: 16\n",
                        "  samplerLearningRate: 1.0E-5\n")
                .contains("# output folder of the run\n# out:\n");
        RunConfig config = config(defaults, "machine=builtin:edit", "train=a.tsv", "out=run");
        assertThat(config.training()).isEqualTo(TrainingSettings.DEFAULT);
        assertThat(config.scorer()).isEqualTo(ScorerSettings.DEFAULT);
        assertThat(defaults.lines().filter(line -> line.strip().startsWith("# ") && !line.endsWith(":")))
                .hasSameSizeAs(Settings.ALL);
    }

    @Test
    void tapesMayHaveDifferentTokens() throws IOException {
        Reading reading = config(NEEDED + "tokens: {input: chars, output: 'sep:+'}\ncolumns: x tags y\n")
                .data()
                .reading();
        assertThat(reading.input().tokens()).isEqualTo(TokenUnit.CHARS);
        assertThat(reading.output().tokens()).isEqualTo(TokenUnit.separatedBy("+"));
        assertThat(reading.hasTags()).isTrue();
        assertThat(config(NEEDED, "tokens=graphemes").data().reading().output().tokens())
                .isEqualTo(TokenUnit.GRAPHEMES);
        // What a run writes is read back.
        assertThat(config(RunConfig.of(read(NEEDED + "tokens: {input: chars}\ncolumns: y x\n"))
                                .values()
                                .yaml())
                        .data()
                        .reading())
                .isEqualTo(new Reading(
                        FileFormat.TSV,
                        Columns.of("y x").orElseThrow(),
                        Tokenizer.of(TokenUnit.CHARS),
                        Tokenizer.of(TokenUnit.WORDS)));
    }

    static Stream<Arguments> badFiles() {
        return Stream.of(
                arguments(
                        "train: a\nscorer:\n  dimenson: 3\n",
                        "3:3: unknown key 'dimenson' in scorer (did you mean dimension?); "
                                + "known there: kind, given, dimension, layers, attention, masked, tied, heads, maxMarks, from"),
                arguments(
                        "tokns: chars\n",
                        "1:1: unknown key 'tokns' (did you mean tokens?); known there: machine, train, valid, validShare, "
                                + "test, format, columns, normalize, fold, out, seed, threads, tokens, scorer, sampler, training, lattice"),
                arguments(
                        "batch: 3\n",
                        "1:1: unknown key 'batch'; known there: machine, train, valid, validShare, test, format, columns, "
                                + "normalize, fold, out, seed, threads, tokens, scorer, sampler, training, lattice; training has one of that name"),
                arguments(
                        "scorer:\n  layers: two\n",
                        "2:11: scorer.layers is 'two', expected a whole number from 1 to 64"),
                arguments(
                        "sampler:\n  dimension: 7\n",
                        "2:14: sampler.dimension is '7', expected an even number from 2 to 65536"),
                arguments(
                        "training:\n  dropout: 1\n",
                        "2:12: training.dropout is '1', expected a number of at least 0 and under 1"),
                arguments(
                        "training:\n  gradClip: 0\n",
                        "2:13: training.gradClip is '0', expected a number above 0 and at most 3.4E38"),
                arguments(
                        "training:\n  gradClip: 1e39\n",
                        "2:13: training.gradClip is '1e39', expected a number above 0 and at most 3.4E38"),
                arguments(
                        "training:\n  lengthPenalty: NaN\n",
                        "2:18: training.lengthPenalty is 'NaN', expected a number from 0 to 3.4E38"),
                arguments("sampler:\n  gated: yes\n", "2:10: sampler.gated is 'yes', expected true or false"),
                arguments(
                        "sampler:\n  kind: swx\n",
                        "2:9: sampler.kind is 'swx', expected one of none, swa, sws, swp, swps, swc, swg, transformer"),
                arguments(
                        "seed: 99999999999999999999\n",
                        "1:7: seed is '99999999999999999999', expected a whole number from 0"),
                arguments("seed: [1]\n", "1:7: seed is a list, expected a whole number from 0"),
                arguments("seed: {a: 1}\n", "1:7: seed is a section, expected a whole number from 0"),
                arguments("seed:\n", "1:6: seed is empty, expected a whole number from 0"),
                arguments("threads: &n 1\nseed: *n\n", "2:7: seed is an alias, expected a whole number from 0"),
                arguments("seed: 1\nout: a\nseed: 2\n", "3:1: seed was given before, on line 1; keep one of the two"),
                arguments(
                        "lattice: 3\n",
                        "1:1: 'lattice' is a section; its settings are maxStates, maxMarks, cacheBytes, each on a line of "
                                + "its own under it, indented"),
                arguments(
                        "tokens: letters\n",
                        "1:9: tokens is 'letters', expected words, chars, graphemes or sep: and a separator"),
                arguments(
                        "tokens:\n  inptu: chars\n",
                        "2:3: unknown key 'inptu' in tokens (did you mean input?); known there: input, output"),
                arguments(
                        "tokens: chars\ntokens.output: words\n",
                        "2:1: tokens.output was given before, on line 1; keep one of the two"),
                arguments(
                        "columns: x z\n",
                        "1:10: columns is 'x z', expected the contents of the columns, each once: x, y, tags, count, id or -"
                                + " (ignored), for example x tags y"),
                arguments("- a\n", "1:1: found a list, expected settings, each a line key: value"),
                arguments(
                        "seed: 1\n---\nseed: 2\n",
                        "3:1: found a second document, expected one; leave out the line ---"),
                arguments(
                        "seed: 1\n\tout: a\n",
                        "2:1: this is not YAML: while scanning for the next token; found character '\\t(TAB)' that cannot "
                                + "start any token. (Do not use \\t(TAB) for indentation); write key: value, and indent "
                                + "the settings of a section by spaces"),
                arguments(
                        "out: a: b\n",
                        "1:7: this is not YAML: mapping values are not allowed here; write key: value, and indent the "
                                + "settings of a section by spaces"));
    }

    @ParameterizedTest
    @MethodSource("badFiles")
    void mistakeInAFileIsReportedWithLineAndColumn(String text, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(SourceException.class)
                .hasMessage(folder.resolve("run.yaml") + ":" + message);
    }

    static Stream<Arguments> badOverrides() {
        return Stream.of(
                arguments("training.batch=0", "training.batch is '0', expected a whole number from 1 to 1048576"),
                arguments(
                        "sampler.dimenson=64",
                        "unknown key 'dimenson' in sampler (did you mean dimension?); "
                                + "known there: kind, dimension, layers, recurrence, gated, history, heads, maxArcs"),
                arguments("seed", "expected key=value, for example training.batch=32"),
                arguments("=3", "expected key=value, for example training.batch=32"),
                arguments("out=", "out is '', expected a folder"));
    }

    @ParameterizedTest
    @MethodSource("badOverrides")
    void mistakeInAnOverrideIsReportedWithItsText(String word, String message) {
        assertThatThrownBy(() -> RunConfig.overrides(List.of(word)))
                .isInstanceOf(EspalierException.class)
                .hasMessage("setting " + word + ": " + message);
    }

    @Test
    void overrideGivenTwiceIsRefused() {
        assertThatThrownBy(() -> RunConfig.overrides(List.of("seed=1", "seed=2")))
                .hasMessage("setting seed=2: seed was given before, by setting seed=1; keep one of the two");
    }

    @Test
    void contradictionIsReportedAtTheChangedSetting() throws IOException {
        Path file = folder.resolve("run.yaml");
        assertThatThrownBy(() -> config(NEEDED + "scorer:\n  kind: transformer\n  heads: 3\n"))
                .hasMessage(file + ":6:10: a Transformer's dimension must be a multiple of its heads; got 256 and 3");
        assertThatThrownBy(() -> config(NEEDED + "sampler:\n  history: none\n  gated: true\n"))
                .hasMessage(
                        file + ":6:10: a gated arc update is for samplers swp, swps, swc and swg; sws has none: leave "
                                + "gated at false");
        assertThatThrownBy(() -> config(NEEDED, "sampler.kind=swps", "sampler.gated=true", "sampler.history=rerun"))
                .hasMessage(
                        "setting sampler.history=rerun: history rerun is for sampler swp; swps has one way to use the "
                                + "marks so far: leave history at none");
        assertThatThrownBy(() -> config(NEEDED, "sampler.kind=swp", "sampler.layers=2"))
                .hasMessage(
                        "setting sampler.layers=2: sampler swp has no layers to stack unless it uses the marks so far; "
                                + "got 2: leave layers at 1, or set history");
        assertThatThrownBy(() -> config(NEEDED, "sampler.kind=transformer", "sampler.heads=6"))
                .hasMessage(
                        "setting sampler.heads=6: a Transformer's dimension must be a multiple of its heads; got 256 "
                                + "and 6");
        assertThatThrownBy(() -> config(NEEDED, "training.epochs=0"))
                .hasMessage(
                        "setting training.epochs=0: epochs and steps are both 0: give one of them, or training would "
                                + "never end");
        assertThatThrownBy(() -> config("machine: builtin:edit\nout: a\n"))
                .hasMessage("'train' is missing: training pairs: a file of lines x<TAB>y; give it in the configuration")
                .extracting(thrown -> ((EspalierException) thrown).settings())
                .isEqualTo(List.of("train"));
    }

    @Test
    void currentFolderIsWrittenAsDot() {
        assertThat(RunConfig.of(RunConfig.overrides(List.of("machine=builtin:edit", "train=a.tsv", "out=./")))
                        .out())
                .isEqualTo(Path.of("."));
    }

    @Test
    void unreadableFilesAreReported() throws IOException {
        assertThatThrownBy(() -> RunConfig.read(folder.resolve("none.yaml")))
                .hasMessage("cannot read " + folder.resolve("none.yaml") + ": no such file; check the path");
        Path latin = Files.write(folder.resolve("latin.yaml"), "out: é\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> RunConfig.read(latin)).hasMessage(latin + " is not UTF-8 text; save it as UTF-8");
        assertThat(Optional.of(read("")).map(SettingValues::keys)).contains(List.of());
    }
}
