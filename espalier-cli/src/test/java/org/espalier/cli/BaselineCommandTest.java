package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.espalier.fst.io.OpenFstBinary;
import org.espalier.fst.io.OpenFstText;
import org.espalier.fst.io.VectorFst;
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
    void baselineWritesItsModel() throws IOException {
        String train = file("train.tsv", "ab\txy\nba\tyx\naab\txxy\n");
        String test = file("test.tsv", "abab\txyxy\n");
        Path arpa = folder.resolve("words.arpa");
        Path fst = folder.resolve("words.fst");
        String[] call = {
            "baseline", "--train", train, "--chars", "--order", "3", "--arpa", arpa.toString(), "--fst", fst.toString()
        };
        assertThat(run("baseline", "--train", train, "--chars", "--arpa", train))
                .isEqualTo(2);
        assertThat(err).startsWith("espalier: " + train + " is a file that this call reads, and is not replaced;");
        assertThat(run(call)).as(err).isZero();
        assertThat(out).isEmpty();
        VectorFst binary = OpenFstBinary.read(fst);
        assertThat(err)
                .contains("wrote " + arpa + "\n")
                .endsWith("wrote " + fst + ": " + binary.states() + " states, " + binary.arcs() + " arcs\n");
        assertThat(Files.readString(arpa)).startsWith("\\data\\\nngram 1=4\n").contains("\t<s> a}x\t");
        assertThat(binary.inputSymbols().orElseThrow().symbols().values()).containsExactly("<eps>", "|", "_", "a", "b");
        String text = Files.readString(arpa);

        // An existing file is replaced, as by other commands; with a test file the results are those without exports.
        assertThat(run("baseline", "--train", train, "--test", test, "--chars", "--order", "3", "--json"))
                .isZero();
        String results = out;
        assertThat(run(Stream.concat(Stream.of(call), Stream.of("--test", test, "--json"))
                        .toArray(String[]::new)))
                .as(err)
                .isZero();
        assertThat(out).isEqualTo(results);
        assertThat(Files.readString(arpa)).isEqualTo(text);
        assertThat(run(Stream.concat(Stream.of(call), Stream.of("--json")).toArray(String[]::new)))
                .isZero();
        assertThat(JsonMapper.shared().readTree(out).propertyNames())
                .containsExactly("alignments", "units", "order", "ngrams");

        Path att = folder.resolve("words.att");
        call[call.length - 1] = att.toString();
        assertThat(run(call)).isZero();
        VectorFst read = OpenFstText.read(
                att,
                OpenFstText.Form.TRANSDUCER,
                OpenFstText.readSymbols(folder.resolve("words.att.isyms")),
                OpenFstText.readSymbols(folder.resolve("words.att.osyms")));
        assertThat(read.states()).isEqualTo(binary.states());
        assertThat(read.arcs()).isEqualTo(binary.arcs());
    }

    @Test
    void modelThatCannotBeWrittenIsRefused() throws IOException {
        String train = file("train.tsv", "a b\tx y\n");
        String fst = folder.resolve("words.txt").toString();
        assertThat(run("baseline", "--train", train, "--fst", fst)).isEqualTo(1);
        assertThat(err)
                .isEqualTo("espalier: '" + fst + "' does not end like a file of OpenFst, which is .fst for its binary "
                        + "form or .att for its text; rename it\n");
        Path arpa = folder.resolve("words.arpa");
        Files.writeString(arpa, "older");
        String aligned = file("words.corpus", "a}x b}<eps>\n");
        assertThat(run("baseline", "--alignments", aligned, "--arpa", arpa.toString()))
                .isEqualTo(1);
        assertThat(err)
                .endsWith("espalier: found the symbol '<eps>', which stands for the empty string in the files of "
                        + "Phonetisaurus; rename it in the data\n");
        assertThat(Files.readString(arpa)).isEqualTo("older");
        assertThat(run("baseline", "--train", train)).isEqualTo(2);
        assertThat(err)
                .contains("a test file is missing; give --test FILE, or only write the model with --arpa or --fst");
    }

    @Test
    void baselineWithoutTrainingDataIsRefused() throws IOException {
        assertThat(run("baseline", "--test", file("test.tsv", "a\tx\n"))).isEqualTo(2);
        assertThat(err).contains("training data is missing; give --train FILE, --alignments FILE or --config FILE");
    }
}
