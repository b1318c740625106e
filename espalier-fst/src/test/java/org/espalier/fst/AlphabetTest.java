package org.espalier.fst;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.espalier.fst.base.EspalierException;
import org.junit.jupiter.api.Test;

class AlphabetTest {
    @Test
    void symbolsAreNumberedInOrderOfAppearance() {
        Alphabet alphabet = Alphabet.of("b", "a", "b", "<c>");
        assertThat(alphabet.symbols()).containsExactly("b", "a", "<c>");
        assertThat(alphabet.ids(List.of("<c>", "z", "b"))).containsExactly(2, -1, 0);
        assertThat(alphabet.format(2, 0, 0)).isEqualTo("<c> b b");
        assertThat(alphabet.format()).isEqualTo("<eps>");
        Alphabet.Builder more = alphabet.toBuilder();
        assertThat(more.addAll(List.of("d", "a"))).containsExactly(3, 1);
        assertThat(more.build()).isEqualTo(Alphabet.of("b", "a", "<c>", "d")).isNotEqualTo(alphabet);
    }

    @Test
    void splitSeparatesAtWhiteSpace() {
        assertThat(Alphabet.split(" a\tb\u3000c\n")).containsExactly("a", "b", "c");
        assertThat(Alphabet.split(" ")).isEmpty();
        assertThat(Alphabet.split(" <eps> ")).isEmpty();
        assertThat(Alphabet.split("a <eps>")).containsExactly("a", "<eps>");
        assertThat(Alphabet.words("<eps>")).containsExactly("<eps>");
    }

    @Test
    void invalidSymbolsAreRefused() {
        for (String empty : List.of("", "<eps>")) {
            assertThatThrownBy(() -> Alphabet.of(empty))
                    .isInstanceOf(EspalierException.class)
                    .hasMessage("'" + empty
                            + "' cannot be a symbol: it stands for the empty string; leave the label empty instead");
        }
        assertThatThrownBy(() -> Alphabet.of("a\nb"))
                .isInstanceOf(EspalierException.class)
                .hasMessage("'a?b' cannot be a symbol: symbols have no white space or control characters; "
                        + "write <space> for a space");
    }

    @Test
    void longValuesAreAbbreviatedInMessages() {
        assertThat(EspalierException.quote("𝄞".repeat(41))).isEqualTo("'" + "𝄞".repeat(40) + "…'");
        assertThat(EspalierException.shown("a\u0007\u202E\u2028\uD800é")).isEqualTo("a????é");
    }
}
