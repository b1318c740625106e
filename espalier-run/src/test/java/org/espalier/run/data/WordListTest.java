package org.espalier.run.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.SourceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WordListTest {
    private static final Tokenizer CHARS = Tokenizer.of(TokenUnit.CHARS);

    @TempDir
    private Path folder;

    private static WordList list(String text, Tokenizer tokens) {
        InputStream in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        return WordList.read("-", tokens, in);
    }

    @Test
    void outputOfListedWordsIsListed() {
        WordList list = list("weist\t17\n\n  hin \r\nHut\n", CHARS);
        assertThat(list.words()).containsExactly("Hut", "hin", "weist");
        assertThat(list.contains(CHARS.split("hin"))).isTrue();
        assertThat(list.contains(CHARS.split("weist hin"))).isTrue();
        assertThat(list.contains(CHARS.split("weist hut"))).isFalse();
        assertThat(list.contains(CHARS.split("wei"))).isFalse();
        assertThat(list.contains(CHARS.split(" "))).isFalse();
        assertThat(list.contains(List.of())).isFalse();
    }

    /** In other units than characters, symbols are parts of one word. */
    @Test
    void symbolsBetweenSpacesAreOneWord() {
        Tokenizer phones = Tokenizer.of(TokenUnit.WORDS);
        WordList list = list("k a ʝ e\n", phones);
        assertThat(list.words()).containsExactly("k a ʝ e");
        assertThat(list.contains(List.of("k", "a", "ʝ", "e"))).isTrue();
        assertThat(list.contains(List.of("k", "a"))).isFalse();
    }

    @Test
    void wordsAreNormalizedAsOutputsAre() {
        Tokenizer decomposed = new Tokenizer(TokenUnit.CHARS, Normalization.NFD, CaseFolding.CASE);
        WordList list = list("Bärte\nBa\u0308rte\n", decomposed);
        assertThat(list.size()).isEqualTo(1);
        assertThat(list.contains(List.of("b", "a", "\u0308", "r", "t", "e"))).isTrue();
        assertThat(WordList.of(list.words(), decomposed)).isEqualTo(list).hasSameHashCodeAs(list);
    }

    @Test
    void badFilesAreRefused() throws IOException {
        assertThatThrownBy(() -> list("\n \n", CHARS))
                .isInstanceOf(EspalierException.class)
                .hasMessage("standard input has no words; a line has one word");
        assertThatThrownBy(() -> list("ab\na\0b\n", CHARS))
                .isInstanceOf(SourceException.class)
                .hasMessage("standard input:2:2: found the control character U+0000, expected text; remove it");
        assertThatThrownBy(() -> list("ab\rcd\r", CHARS))
                .isInstanceOf(SourceException.class)
                .hasMessage(
                        "standard input:1:3: found a carriage return inside the line; end all lines of the file alike, "
                                + "with LF or CRLF");
        Path latin1 = Files.write(folder.resolve("latin1.txt"), new byte[] {'a', '\n', (byte) 0xe4, '\n'});
        assertThatThrownBy(() -> WordList.read(latin1.toString(), CHARS, InputStream.nullInputStream()))
                .isInstanceOf(SourceException.class)
                .hasMessageStartingWith(latin1 + ":2:1: ");
    }
}
