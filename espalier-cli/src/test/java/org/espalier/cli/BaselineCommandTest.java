package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class BaselineCommandTest extends CommandTestBase {
    @TempDir
    private Path folder;

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @Test
    void baselineIsTrainedAndEvaluated() throws IOException {
        String train = file("train.tsv", "ab\txy\nba\tyx\naab\txxy\nb\ty\na\tx\na\txxxx\n");
        // An input with two correct outputs on different lines, and one whose output cannot be found.
        String test = file("test.tsv", "abab\txyxy\nbb\tzz\nab\tq\nbb\tyy\nab\tz\n");
        assertThat(run("baseline", "--train", train, "--test", test, "--chars", "--json"))
                .as(err)
                .isZero();
        JsonNode found = JsonMapper.shared().readTree(out);
        assertThat(found.get("inputs").intValue()).isEqualTo(3);
        assertThat(found.get("alignments").intValue()).isEqualTo(5);
        assertThat(found.get("accuracy").get("value").doubleValue()).isEqualTo(2 / 3.0);
        assertThat(err).contains("train.tsv:6: the output is too long for the input; raise --max-written");
        assertThat(run("baseline", "--train", train, "--test", test, "--chars")).isZero();
        assertThat(out).contains("3 inputs of ").contains("accuracy                          0.6667  (");
    }

    @Test
    void baselineReadsAlignments() throws IOException {
        String aligned = file("words.corpus", "a}x b}y\nb}y a}x\n");
        String test = file("test.tsv", "a b\tx y\n");
        assertThat(run("baseline", "--alignments", aligned, "--test", test, "--json"))
                .as(err)
                .isZero();
        assertThat(JsonMapper.shared()
                        .readTree(out)
                        .get("accuracy")
                        .get("value")
                        .doubleValue())
                .isEqualTo(1);
    }

    @Test
    void baselineWithoutTrainingDataIsRefused() throws IOException {
        assertThat(run("baseline", "--test", file("test.tsv", "a\tx\n"))).isEqualTo(2);
        assertThat(err).contains("training data is missing; give --train FILE, --alignments FILE or --config FILE");
    }
}
