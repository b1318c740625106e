package org.espalier.run.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PairFileTest {
    @TempDir
    private Path folder;

    @Test
    void aFileIsReadUpToSoManyGoodLines() throws IOException {
        Path file = Files.writeString(folder.resolve("pairs.tsv"), "a\tb\n\nbad\nc\td\ne\tf\tg\nh\ti\n");
        PairFile two = PairFile.readFirst(2, file.toString(), Tokenizer.of(TokenUnit.WORDS));
        assertThat(two.pairs())
                .containsExactly(new Pair(List.of("a"), List.of("b"), 1), new Pair(List.of("c"), List.of("d"), 4));
        assertThat(two.badLines()).hasSize(1);
        assertThat(PairFile.readFirst(9, file.toString(), Tokenizer.of(TokenUnit.WORDS))
                        .pairs())
                .hasSize(3);
    }

    @Test
    void equalSymbolsAreOneObject() throws IOException {
        Path file = Files.writeString(folder.resolve("pairs.tsv"), "héé\té\nab\tbé\n");
        PairFile pairs = PairFile.readFirst(9, file.toString(), Tokenizer.of(TokenUnit.CHARS));
        String symbol = pairs.pairs().get(0).x().get(1);
        assertThat(pairs.pairs().get(0).y().get(0)).isSameAs(symbol);
        assertThat(pairs.pairs().get(1).y().get(1)).isEqualTo("é").isSameAs(symbol);
    }
}
