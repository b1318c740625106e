package org.espalier.run.alignment;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.Character.UnicodeScript;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DisplayTextTest {
    @Test
    void invisibleCharactersAreMadeVisible() {
        assertThat(DisplayText.visible("abc")).isEqualTo("abc");
        assertThat(DisplayText.visible("e\u0301")).isEqualTo("e\u0301");
        assertThat(DisplayText.visible("\u0301")).isEqualTo("\u25CC\u0301");
        assertThat(DisplayText.visible("\u093E")).isEqualTo("\u25CC\u093E");
        assertThat(DisplayText.visible("\u200E")).isEqualTo("[U+200E]");
        assertThat(DisplayText.visible("\u00A0")).isEqualTo("[U+00A0]");
        assertThat(DisplayText.visible("\uDB40\uDC01")).isEqualTo("[U+E0001]");
        assertThat(DisplayText.visible("a\u2069\u0301")).isEqualTo("a[U+2069]\u25CC\u0301");
        assertThat(DisplayText.visible("\u0645\u06CC\u200C\u062E"))
                .as("a joiner shapes what is beside it")
                .isEqualTo("\u0645\u06CC\u200C\u062E");
        assertThat(DisplayText.visible("\u0645\u200C")).isEqualTo("\u0645[U+200C]");
        assertThat(DisplayText.visible("\u200D")).isEqualTo("[U+200D]");
    }

    @Test
    void rightToLeftTextIsIsolated() {
        assertThat(DisplayText.isolated("abc 12")).isEqualTo("abc 12");
        assertThat(DisplayText.isolated("\u05D0")).isEqualTo("\u2068\u05D0\u2069");
        assertThat(DisplayText.isolated("a\u0628")).isEqualTo("\u2068a\u0628\u2069");
        assertThat(DisplayText.isolated("\u0661")).isEqualTo("\u2068\u0661\u2069");
        assertThat(DisplayText.of(List.of("\u0628", "\u0650"))).isEqualTo("\u2068\u0628 \u25CC\u0650\u2069");
        assertThat(DisplayText.of(List.of())).isEmpty();
    }

    @Test
    void widthCountsTerminalColumns() {
        assertThat(DisplayText.width("")).isZero();
        assertThat(DisplayText.width("abc ñ")).isEqualTo(5);
        assertThat(DisplayText.width("e\u0301")).isEqualTo(1);
        assertThat(DisplayText.width("\u25CC\u0301")).isEqualTo(1);
        assertThat(DisplayText.width("\u2068\u05D0\u2069")).isEqualTo(1);
        assertThat(DisplayText.width("東京")).isEqualTo(4);
        assertThat(DisplayText.width("ガ")).isEqualTo(2);
        assertThat(DisplayText.width("カ\u3099")).as("a combining voicing mark").isEqualTo(2);
        assertThat(DisplayText.width("ｶ")).as("halfwidth").isEqualTo(1);
        assertThat(DisplayText.width("Ａ")).as("fullwidth").isEqualTo(2);
        assertThat(DisplayText.width("한")).isEqualTo(2);
        assertThat(DisplayText.width("\u1112\u1161\u11AB"))
                .as("the same, letter by letter")
                .isEqualTo(2);
        assertThat(DisplayText.width(Character.toString(0x20000))).isEqualTo(2);
        assertThat(DisplayText.width(Character.toString(0x1F600))).isEqualTo(2);
        assertThat(DisplayText.width(Character.toString(0x1D400))).isEqualTo(1);
    }

    @Tag("slow")
    @Test
    void eastAsianScriptsAreWide() {
        assertThat(letters(UnicodeScript.HAN).filter(c -> !WideCharacters.contain(c)))
                .isEmpty();
        for (UnicodeScript narrow : List.of(
                UnicodeScript.LATIN,
                UnicodeScript.CYRILLIC,
                UnicodeScript.GREEK,
                UnicodeScript.ARABIC,
                UnicodeScript.HEBREW,
                UnicodeScript.DEVANAGARI,
                UnicodeScript.THAI,
                UnicodeScript.ETHIOPIC)) {
            assertThat(letters(narrow)
                            .filter(c -> c < 0xFF00 || c > 0xFFEF) // fullwidth forms are a script's own but wide
                            .filter(WideCharacters::contain))
                    .as(narrow.name())
                    .isEmpty();
        }
    }

    private static IntStream letters(UnicodeScript script) {
        return IntStream.rangeClosed(0, Character.MAX_CODE_POINT).filter(c -> UnicodeScript.of(c) == script);
    }
}
