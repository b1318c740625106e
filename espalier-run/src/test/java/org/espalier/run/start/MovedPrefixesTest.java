package org.espalier.run.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.espalier.run.data.Columns;
import org.espalier.run.data.FileFormat;
import org.espalier.run.data.Pair;
import org.espalier.run.data.Reading;
import org.espalier.run.data.TokenUnit;
import org.espalier.run.data.Tokenizer;
import org.junit.jupiter.api.Test;

class MovedPrefixesTest {
    private static final Reading CHARS = Reading.of(TokenUnit.CHARS);

    private static Pair pair(String x, String y) {
        return new Pair(CHARS.inputSymbols(x), CHARS.outputSymbols(y), 1);
    }

    private static List<Pair> times(int count, String x, String y) {
        return Collections.nCopies(count, pair(x, y));
    }

    @Test
    void beginningsAtTheEndAreFoundWithTheMostFrequentFirst() {
        List<Pair> pairs = new ArrayList<>(times(4, "ansehen", "sieht an"));
        pairs.addAll(times(6, "in Kauf nehmen", "nimmt in Kauf"));
        pairs.addAll(times(90, "sehen", "sieht"));
        MovedPrefixes moved = MovedPrefixes.of(pairs, CHARS);
        assertThat(moved.prefixes())
                .containsExactly(List.of("i", "n", "<space>", "K", "a", "u", "f"), List.of("a", "n"));
        assertThat(moved.pairs()).isEqualTo(10);
        assertThat(moved.example()).isEqualTo("ansehen: sieht an");
        assertThat(moved.table()).isEqualTo("""
                # Beginnings of inputs that may move to the end of outputs, with spaces between symbols.
                i n <space> K a u f
                a n
                """);
    }

    @Test
    void whatDoesNotMoveIsNotFound() {
        for (Pair other : List.of(
                pair("ansehen", "ansieht an"), // is at the beginning, too
                pair("orang", "orang orang"), // the whole input
                pair("an", "sieht an"),
                pair("ansehen", "siehtan"), // no space
                pair("ansehen", "sieht zu"),
                pair("#sehen", "sieht #"), // would be a comment of the table
                pair("ansehen", "sieht "),
                pair("ansehen", " an"),
                pair("", ""))) {
            assertThat(MovedPrefixes.of(Collections.nCopies(20, other), CHARS).prefixes())
                    .as(other.toString())
                    .isEmpty();
        }
    }

    @Test
    void fewPairsAreTakenForChance() {
        assertThat(MovedPrefixes.of(times(9, "ansehen", "sieht an"), CHARS).isEmpty())
                .isTrue();
        List<Pair> rare = new ArrayList<>(times(10, "ansehen", "sieht an"));
        rare.addAll(times(1_990, "sehen", "sieht"));
        assertThat(MovedPrefixes.of(rare, CHARS).pairs()).isEqualTo(10);
        rare.add(pair("sehen", "sieht"));
        assertThat(MovedPrefixes.of(rare, CHARS).isEmpty()).isTrue();
    }

    @Test
    void tagsBeforeALemmaAreNotPartOfItsBeginning() {
        Reading tagged = new Reading(
                FileFormat.TSV,
                Columns.of("x tags y").orElseThrow(),
                Tokenizer.of(TokenUnit.CHARS),
                Tokenizer.of(TokenUnit.CHARS));
        List<Pair> pairs = Collections.nCopies(
                10, new Pair(tagged.inputSymbols("<V><PRS>ansehen"), tagged.outputSymbols("sieht an"), 1));
        assertThat(MovedPrefixes.of(pairs, tagged).prefixes()).containsExactly(List.of("a", "n"));
    }

    @Test
    void onlyTheMostFrequentAreKept() {
        List<Pair> pairs = new ArrayList<>();
        for (char letter = 0; letter < 120; letter++) {
            String prefix = Character.toString('一' + letter);
            pairs.addAll(times(letter < 110 ? 1 : 2, prefix + "x", "x " + prefix));
        }
        MovedPrefixes moved = MovedPrefixes.of(pairs, CHARS);
        assertThat(moved.prefixes()).hasSize(100).startsWith(List.of(Character.toString('一' + 110)));
        assertThat(moved.pairs()).isEqualTo(110);
    }
}
