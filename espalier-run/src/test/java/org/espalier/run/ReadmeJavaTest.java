package org.espalier.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ten lines of the README from a file of pairs to a transduction, compiled and run. */
class ReadmeJavaTest {
    @TempDir
    private Path folder;

    @Test
    void tenLinesFromPairsToATransduction() throws IOException {
        Files.writeString(
                folder.resolve("words.tsv"),
                "calle\tk a ʝ e\nella\te ʝ a\ncasa\tk a s a\nsala\ts a l a\nesa\te s a\nla\tl a\n");
        // README
        try (Transducer transducer = Trainer.of("builtin:edit")
                .pairs(folder.resolve("words.tsv"))
                .set("tokens.input", "chars")
                .set("scorer.dimension", 64)
                .set("sampler.dimension", 64)
                .set("threads", 1) // not shown: tests run in parallel
                .train(folder.resolve("runs/words"))) {
            System.out.println(transducer.transduce("calle").best().output());
            transducer.align("calle", "k a ʝ e").rows().forEach(System.out::println); // x above y
            System.out.println(transducer.score("calle", "k a ʝ e")); // log p(x, y), with its standard error
        }
        // README
        assertThat(folder.resolve("runs/words/config.yaml")).exists();
        assertThat(DocumentSnippets.document("README.md"))
                .contains("```java\n" + DocumentSnippets.example(ReadmeJavaTest.class, "README") + "\n```\n");
    }
}
