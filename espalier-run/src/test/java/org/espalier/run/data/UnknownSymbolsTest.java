package org.espalier.run.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.espalier.fst.Alphabet;
import org.junit.jupiter.api.Test;

class UnknownSymbolsTest {
    private static final Alphabet LETTERS = Alphabet.of("d", "c", "j", "\u00e9", "A");

    @Test
    void symbolsOfAnotherCaseOrNormalizationAreReplaced() {
        assertThat(UnknownSymbols.matched(List.of("D", "a", "e\u0301", "\u00c9", "x"), LETTERS))
                .containsExactly("d", "A", "\u00e9", "\u00e9", "x");
        List<String> known = List.of("d", "c");
        assertThat(UnknownSymbols.matched(known, LETTERS)).isSameAs(known);
        assertThat(UnknownSymbols.problem(List.of("D", "a"), LETTERS, "reads")).isEmpty();
    }

    @Test
    void theMessageAboutAnUncutStringSaysSo() {
        assertThat(UnknownSymbols.problem(List.of("dcj"), LETTERS, "reads"))
                .contains(
                        "the machine reads no 'dcj', but all its characters: it looks as if it was not cut into symbols;"
                                + " separate them by spaces, or read texts as chars (tokens)");
        assertThat(UnknownSymbols.problem(List.of("d", "<space>", "c"), LETTERS, "reads"))
                .contains(
                        "the machine reads no '<space>'; write the text without spaces, since every character is a symbol");
        assertThat(UnknownSymbols.problem(List.of("d", "x"), LETTERS, "writes"))
                .hasValueSatisfying(message -> assertThat(message).startsWith("the machine writes no 'x'"));
    }
}
