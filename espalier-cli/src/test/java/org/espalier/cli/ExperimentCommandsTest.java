package org.espalier.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.espalier.cli.console.Console;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Wrong calls of the experiments, which are refused before training. */
class ExperimentCommandsTest {
    @TempDir
    private Path folder;

    private String err = "";

    private int run(String... args) {
        ByteArrayOutputStream results = new ByteArrayOutputStream();
        ByteArrayOutputStream words = new ByteArrayOutputStream();
        int code = Espalier.commandLine(Console.of(results, words)).execute(args);
        err = words.toString(UTF_8);
        assertThat(results.toString(UTF_8)).isEmpty();
        return code;
    }

    private Path out() {
        return folder.resolve("out");
    }

    private void assertNothingWritten() {
        assertThat(out()).doesNotExist();
    }

    @Test
    void unknownNameIsRefusedWithTheKnownNames() {
        assertThat(run("reproduce", "--task", "cypher", "--out", out().toString()))
                .isEqualTo(2);
        assertThat(err)
                .isEqualTo(
                        "espalier: no task is called 'cypher'; known: tr, scan, cipher, all; see: espalier reproduce --help\n");
        assertThat(run("reproduce", "--task", "scan", "--scale", "huge", "--out", out().toString()))
                .isEqualTo(2);
        assertThat(err)
                .isEqualTo(
                        "espalier: no scale is called 'huge'; known: smoke, quickstart, small, paper; see: espalier reproduce --help\n");
        assertThat(run("reproduce", "--task", "scan", "--samplers", "swx", "--out", out().toString()))
                .isEqualTo(2);
        assertThat(err).startsWith("espalier: no sampler is called 'swx'; known: none, swa, sws, swp, ");
        assertThat(run("reproduce")).isEqualTo(2);
        assertThat(err).startsWith("espalier: missing required option");
        assertNothingWritten();
    }

    @Test
    void numberOutOfRangeIsAWrongCall() {
        assertThat(run("reproduce", "--task", "cipher", "--letters", "27", "--out", out().toString()))
                .isEqualTo(2);
        assertThat(err)
                .isEqualTo("espalier: letters is 27, but must be from 1 to 26; see: espalier reproduce --help\n");
        assertThat(run("reproduce", "--task", "cipher", "--jobs", "0", "--out", out().toString()))
                .isEqualTo(2);
        assertThat(run("reproduce", "--task", "cipher", "--sweep", "63", "--out", out().toString()))
                .isEqualTo(2);
        assertThat(err).contains("dimension must be an even number from 2 to 65536; got 63");
        assertNothingWritten();
    }

    @Test
    void textInsteadOfNumberIsAWrongCall() {
        String[] call = {"reproduce", "--task", "scan", "--out", out().toString(), "", ""};
        for (String[] wrong : new String[][] {
            {"--seeds", "x", "invalid value for option '--seeds' (N): 'x' is not a whole number"},
            {"--seeds", "1,,2", "invalid value for option '--seeds' (N): '' is not a whole number"},
            {"--seeds", "1,2,1", "seed 1 is given twice; give each seed once"},
            {"--sweep", "7x", "invalid value for option '--sweep' (D): '7x' is not a whole number"},
            {"--sweep", "99999999999", "invalid value for option '--sweep' (D): '99999999999' is out of range"},
            {"--deletion", "lots", "invalid value for option '--deletion': 'lots' is not a number"}
        }) {
            call[5] = wrong[0];
            call[6] = wrong[1];
            assertThat(run(call)).isEqualTo(2);
            assertThat(err).isEqualTo("espalier: " + wrong[2] + "; see: espalier reproduce --help\n");
        }
        assertNothingWritten();
    }

    @Test
    void missingDatasetIsReported() throws IOException {
        assertThat(run("reproduce", "--task", "tr", "--scale", "smoke", "--out", out().toString()))
                .isEqualTo(1);
        assertThat(err).startsWith("espalier: task tr needs the Dakshina data set: name its folder or archive");
        Path damaged = Files.writeString(folder.resolve("dakshina.tar"), "no archive");
        assertThat(run("reproduce", "--task", "tr", "--dakshina", damaged.toString(), "--out", out().toString()))
                .isEqualTo(1);
        assertThat(err).contains("dakshina.tar").hasLineCount(1);
        assertNothingWritten();
    }

    @Test
    void quickstartHelpDescribesIt() {
        ByteArrayOutputStream results = new ByteArrayOutputStream();
        int code = Espalier.commandLine(Console.of(results, new ByteArrayOutputStream()))
                .execute("quickstart", "--help");
        assertThat(code).isZero();
        assertThat(results.toString(UTF_8)).contains("espalier quickstart --out runs/quickstart");
    }

    @Test
    void outputPathThatIsAFileIsRefused() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        assertThat(run("quickstart", "--out", file.toString())).isEqualTo(1);
        assertThat(err)
                .isEqualTo("espalier: " + file
                        + " cannot be the folder of an experiment: it is a file; name a new folder\n");
    }
}
