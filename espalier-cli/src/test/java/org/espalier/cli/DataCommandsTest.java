package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The commands below {@code data}. */
class DataCommandsTest extends CommandTestBase {
    @TempDir
    private Path folder;

    @Tag("slow")
    @Test
    void scanIsGenerated() throws IOException {
        Path data = folder.resolve("scan");
        String[] call = {
            "data",
            "scan",
            "--out",
            data.toString(),
            "--max-actions",
            "26",
            "--max-train",
            "40",
            "--max-valid",
            "10",
            "--max-test",
            "5"
        };
        String next = "espalier: next: espalier train --machine " + data.resolve("machine.mfst") + " --train "
                + data.resolve("train.tsv") + " --valid " + data.resolve("valid.tsv") + " --set test="
                + data.resolve("test.tsv") + " --out runs/scan\n";
        assertThat(run(call)).isZero();
        assertThat(out).isEmpty();
        assertThat(err)
                .isEqualTo("espalier: " + data + ": 40 pairs to train on, 10 to validate with, 5 to test on\n" + next);
        assertThat(Files.readAllLines(data.resolve("test.tsv"))).hasSize(5);
        assertThat(Files.readString(data.resolve("data.json")))
                .contains("espalier data scan --seed 1 --max-actions 26 --max-train 40 --max-valid 10 --max-test 5");

        assertThat(run(call)).isZero();
        assertThat(err)
                .isEqualTo("espalier: " + data
                        + " already contains 40 pairs to train on, 10 to validate with, 5 to test on\n" + next);

        assertThat(run("data", "scan", "--out", data.toString(), "--seed", "2")).isEqualTo(1);
        assertThat(err)
                .isEqualTo("espalier: " + data
                        + " has data made by: espalier data scan --seed 1 --max-actions 26 --max-train 40 --max-valid 10 "
                        + "--max-test 5; name a new folder with --out, or remove this one\n");
    }

    @Test
    void latticesOfGeneratedDataAreNotEmpty() {
        String data = folder.resolve("cipher").toString();
        assertThat(run("data", "cipher", "--out", data, "--max-train", "5", "--max-valid", "3", "--max-test", "2"))
                .isZero();
        assertThat(run("lattice", "--machine", data + "/machine.mfst", "--pairs", data + "/train.tsv"))
                .isZero();
        assertThat(out.lines()).hasSize(5);
    }

    @Test
    void statisticsArePrintedNextToThePaper() {
        List<String> call =
                List.of("data", "cipher", "--stats", "--max-train", "50", "--max-valid", "10", "--max-test", "5");
        assertThat(run(call.toArray(String[]::new))).isZero();
        assertThat(err).isEmpty();
        assertThat(out.lines()).hasSize(10);
        assertThat(out)
                .startsWith("cipher, 35 marks (paper: 67)\n")
                .contains("\n paper               6.2     6.4     1,028     1,191\n")
                .endsWith("The paper's lengths count an end symbol; ours do not.\n");

        assertThat(run(
                        "data",
                        "scan",
                        "--split",
                        "simple",
                        "--max-train",
                        "9",
                        "--max-valid",
                        "9",
                        "--max-test",
                        "9",
                        "--stats",
                        "--json"))
                .isZero();
        JsonNode json = JsonMapper.shared().readTree(out);
        assertThat(json.get("task").asString()).isEqualTo("scan");
        assertThat(json.get("marks").asInt()).isPositive();
        assertThat(json.get("paperMarks").asInt()).isEqualTo(35);
        assertThat(json.get("parts")).hasSize(3);
        JsonNode test = json.get("parts").get(2);
        assertThat(test.get("part").asString()).isEqualTo("test");
        assertThat(test.get("pairs").asInt()).isEqualTo(9);
        assertThat(test.get("before").get("states").asDouble())
                .isGreaterThanOrEqualTo(test.get("states").asDouble());
        assertThat(test.get("paper").get("before").get("arcs").asInt()).isEqualTo(854);
    }

    @Test
    void dakshinaIsImported() throws IOException {
        for (String part : List.of("train", "dev", "test")) {
            Files.writeString(folder.resolve("ur.translit.sampled." + part + ".tsv"), "آؤ\taao\t1\n");
        }
        Path data = folder.resolve("tr");
        assertThat(run("data", "dakshina", "--from", folder.toString(), "--out", data.toString()))
                .isZero();
        assertThat(Files.readString(data.resolve("train.tsv"))).isEqualTo("a a o\t<ur> آ ؤ\n");
        assertThat(err).endsWith(" --out runs/tr\n");

        assertThat(run("data", "dakshina", "--from", data.toString(), "--out", data.toString()))
                .isEqualTo(1);
        assertThat(err).startsWith("espalier: " + data + " has neither ").hasLineCount(1);
    }

    @Test
    void wrongCallPrintsOneLineAndEndsWith2() {
        String data = folder.resolve("data").toString();
        assertWrong("a command is missing, one of: scan, cipher, dakshina; see: espalier data --help", "data");
        assertWrong(
                "--out is missing; name an output folder, or add --stats to print statistics only; see: espalier data scan --help",
                "data",
                "scan");
        assertWrong(
                "--json is for statistics; add --stats; see: espalier data scan --help",
                "data",
                "scan",
                "--out",
                data,
                "--json");
        assertWrong(
                "invalid value for option '--split': expected one of [LENGTH, SIMPLE] (case-insensitive) but was 'jump'; "
                        + "see: espalier data scan --help",
                "data",
                "scan",
                "--split",
                "jump");
        assertWrong(
                "no test pair has at most 9 actions; the shortest of the length split has 24; "
                        + "see: espalier data scan --help",
                "data",
                "scan",
                "--out",
                data,
                "--max-actions",
                "9");
        assertWrong(
                "deletion is 2.0, but must be at least 0 and less than 1; see: espalier data cipher --help",
                "data",
                "cipher",
                "--out",
                data,
                "--deletion",
                "2");
        assertWrong(
                "the dataset is missing, and nothing is downloaded; get dakshina_dataset_v1.0.tar from "
                        + "https://github.com/google-research-datasets/dakshina and name it, or the folder you unpacked "
                        + "it to, with --from; see: espalier data dakshina --help",
                "data",
                "dakshina");
        assertWrong(
                "Dakshina has no language 'xx'; it has bn, gu, hi, kn, ml, mr, pa, sd, si, ta, te, ur; "
                        + "see: espalier data dakshina --help",
                "data",
                "dakshina",
                "--from",
                data,
                "--out",
                data,
                "--language",
                "xx");
        assertThat(Files.exists(folder.resolve("data"))).isFalse();
    }

    private void assertWrong(String message, String... call) {
        assertThat(run(call)).isEqualTo(2);
        assertThat(err).isEqualTo("espalier: " + message + "\n");
        assertThat(out).isEmpty();
    }
}
