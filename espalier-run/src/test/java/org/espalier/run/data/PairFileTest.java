package org.espalier.run.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.espalier.fst.base.EspalierException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PairFileTest {
    @TempDir
    private Path folder;

    @Test
    void readFirstStopsAfterTheNumberOfGoodLines() throws IOException {
        Path file = Files.writeString(folder.resolve("pairs.tsv"), "a\tb\n\nbad\nc\td\ne\tf\tg\nh\ti\n");
        PairFile two = PairFile.readFirst(2, file.toString(), Reading.of(TokenUnit.WORDS));
        assertThat(two.pairs())
                .containsExactly(new Pair(List.of("a"), List.of("b"), 1), new Pair(List.of("c"), List.of("d"), 4));
        assertThat(two.badLines()).hasSize(1);
        assertThat(PairFile.readFirst(9, file.toString(), Reading.of(TokenUnit.WORDS))
                        .pairs())
                .hasSize(3);
    }

    @Test
    void linesAfterATooLongLineAreRead() throws IOException {
        String tooLong = "x".repeat((1 << 24) + 10_000) + "\ty\n";
        Path file = Files.writeString(folder.resolve("pairs.tsv"), "a\tb\n" + tooLong + "c\td\nbad\ne\tf\n");
        PairFile pairs = PairFile.read(file.toString(), Reading.of(TokenUnit.WORDS), InputStream.nullInputStream());
        assertThat(pairs.pairs())
                .containsExactly(
                        new Pair(List.of("a"), List.of("b"), 1),
                        new Pair(List.of("c"), List.of("d"), 3),
                        new Pair(List.of("e"), List.of("f"), 5));
        List<String> warnings = new ArrayList<>();
        pairs.warn(warnings::add);
        pairs.warnSkipped(warnings::add);
        assertThat(warnings)
                .containsExactly(
                        file
                                + ":2: found more than 16777216 characters, expected the end of the line; this is not a text"
                                + " of the kind expected",
                        file
                                + ":4: found one column, expected 2 (x y), separated by tabs; mend the line, or say what the columns"
                                + " hold",
                        file + ": 2 of 5 lines are skipped");
        InputFile inputs = InputFile.read(file.toString(), Reading.of(TokenUnit.WORDS), InputStream.nullInputStream());
        assertThat(inputs.inputs()).extracting(InputFile.Input::line).containsExactly(1, 3, 4, 5);
    }

    @Test
    void tooLongLastLineEndsTheFile() throws IOException {
        Path file = Files.writeString(folder.resolve("pairs.tsv"), "a\tb\n" + "x".repeat((1 << 24) + 10_000));
        PairFile pairs = PairFile.read(file.toString(), Reading.of(TokenUnit.WORDS), InputStream.nullInputStream());
        assertThat(pairs.pairs()).hasSize(1);
        assertThat(pairs.badLines()).hasSize(1);
    }

    @Test
    void inputsKeepTheNamesOfTheirFirstPairs() {
        PairFile pairs = new PairFile(
                "pairs",
                List.of(
                        new Pair(List.of("a"), List.of("b"), 1, List.of(), "first", 1),
                        new Pair(List.of("a"), List.of("c"), 1, List.of(), "second", 2)));
        assertThat(pairs.inputs())
                .containsExactly(new InputFile.Input(List.of("a"), List.of(List.of("b"), List.of("c")), "first", 1));
    }

    @Test
    void warningsEndAtTheirLimits() {
        List<String> warnings = new ArrayList<>();
        LineWarnings lines = new LineWarnings("file", warnings::add);
        for (int line = 0; line < 25; line++) {
            for (int reason = 0; reason < 10; reason++) {
                lines.add("file:" + line, "reason " + reason);
            }
        }
        assertThat(warnings).as("in total").hasSize(100);
        lines.finish();
        assertThat(warnings).hasSize(101).last().isEqualTo("file: and 150 more warnings");
    }

    @Test
    void equalSymbolsAreOneObject() throws IOException {
        Path file = Files.writeString(folder.resolve("pairs.tsv"), "héé\té\nab\tbé\n");
        PairFile pairs = PairFile.readFirst(9, file.toString(), Reading.of(TokenUnit.CHARS));
        String symbol = pairs.pairs().get(0).x().get(1);
        assertThat(pairs.pairs().get(0).y().get(0)).isSameAs(symbol);
        assertThat(pairs.pairs().get(1).y().get(1)).isEqualTo("é").isSameAs(symbol);
    }

    @Test
    void inputHasTheWeightsOfItsPairsTogether() {
        PairFile file = new PairFile(
                "words.tsv",
                List.of(
                        new Pair(List.of("a"), List.of("b"), 2.5, 1),
                        new Pair(List.of("c"), List.of("b"), 2),
                        new Pair(List.of("a"), List.of("c"), 0.5, 3)));
        assertThat(file.inputWeights()).isEqualTo(Map.of(List.of("a"), 3.0, List.of("c"), 1.0));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -2, Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY})
    void weightOfAPairMustBeFiniteAndPositive(double weight) {
        assertThatThrownBy(() -> new Pair(List.of("a"), List.of("b"), weight, 1))
                .isInstanceOf(EspalierException.class)
                .hasMessage("the weight of a pair must be a finite number above 0; got " + weight
                        + ", so correct or drop the pair");
    }
}
