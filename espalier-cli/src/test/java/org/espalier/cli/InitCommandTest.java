package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Goes from a file of pairs to a trained model with the commands that init prints. */
class InitCommandTest extends CommandTestBase {
    @TempDir
    private Path folder;

    private String pairs(String text) throws IOException {
        return Files.writeString(folder.resolve("words.tsv"), text).toString();
    }

    private String path(String name) {
        return folder.resolve(name).toString();
    }

    /** Thirty pairs of ten inputs. */
    private static String repeatedInputs() {
        StringBuilder text = new StringBuilder();
        for (int k = 0; k < 30; k++) {
            text.append("ab".repeat(1 + k % 10))
                    .append('\t')
                    .append("b".repeat(1 + k / 10))
                    .append("C\n");
        }
        return text.toString();
    }

    private static List<String> words(String command) {
        return Pattern.compile("'[^']*'|\\S+")
                .matcher(command.replaceFirst("^next +espalier ", ""))
                .results()
                .map(word -> word.group().replace("'", ""))
                .toList();
    }

    @Tag("slow")
    @Test
    void printedCommandsRun() throws IOException {
        Path project = folder.resolve("my words");
        assertThat(run("init", "--pairs", pairs(repeatedInputs()), "--chars", "--out", project.toString()))
                .as(err)
                .isZero();
        assertThat(out).startsWith("""
                pairs    30, of 10 different inputs
                input    2 symbols; 2 to 20 in a string, 11.0 on average
                output   2 symbols; 2 to 4 in a string, 3.0 on average
                shared   1 symbol is on both tapes
                machine  deletion, insertion, copy, substitution
                parts    24 pairs to train on, 3 to validate with, 3 to test on; no input is in two
                next     espalier train --config\s""");
        assertThat(err)
                .isEqualTo("espalier: " + project
                        + ": written machine.mfst, config.yaml, train.tsv, valid.tsv, test.tsv\n");
        List<String> next = out.lines().filter(line -> line.startsWith("next")).toList();
        assertThat(next).hasSize(5);

        List<String> train = new ArrayList<>(words(next.get(0)));
        train.addAll(List.of("--set", "training.steps=2", "--set", "scorer.dimension=8", "--set", "threads=1"));
        assertThat(run(train.toArray(String[]::new))).as(err).isZero();
        String run = "'" + project.resolve("run") + "'";
        assertThat(err)
                .endsWith("espalier: next: espalier evaluate --run " + run + " --transduce, or espalier align --run "
                        + run + " --pairs FILE\n");
        for (String command : next.subList(1, 5)) {
            assertThat(run(words(command).toArray(String[]::new)))
                    .as(command + "\n" + err)
                    .isZero();
            assertThat(out).isNotEmpty();
        }
    }

    @Test
    void noInputIsInTwoParts() throws IOException {
        String file = pairs(repeatedInputs());
        Path project = folder.resolve("split");
        assertThat(run(
                        "init",
                        "--pairs",
                        file,
                        "--chars",
                        "--out",
                        project.toString(),
                        "--valid-share",
                        "0.3",
                        "--test-share",
                        "0.2",
                        "--seed",
                        "7"))
                .as(err)
                .isZero();
        List<String> all = new ArrayList<>();
        Set<String> inputs = new HashSet<>();
        int ofParts = 0;
        for (String part : List.of("train.tsv", "valid.tsv", "test.tsv")) {
            List<String> lines = Files.readAllLines(project.resolve(part));
            Set<String> here = new HashSet<>();
            lines.forEach(line -> here.add(line.substring(0, line.indexOf('\t'))));
            all.addAll(lines);
            inputs.addAll(here);
            ofParts += here.size();
        }
        assertThat(ofParts).isEqualTo(inputs.size()).isEqualTo(10);
        assertThat(all).containsExactlyInAnyOrderElementsOf(Files.readAllLines(Path.of(file)));
        assertThat(Files.readAllLines(project.resolve("valid.tsv"))).hasSize(9);
        assertThat(Files.readAllLines(project.resolve("test.tsv"))).hasSize(6);
    }

    @Test
    void folderInsteadOfPairsIsRefused() throws IOException {
        for (List<String> call : List.of(
                List.of("init", "--pairs", "."),
                List.of("init", "--pairs", ".."),
                List.of("init", "--pairs", ".", "--out", path("words")))) {
            assertThat(run(call.toArray(String[]::new))).isEqualTo(2);
            assertThat(err)
                    .startsWith(
                            "espalier: --pairs " + call.get(2) + " is a folder; name a file of lines x<TAB>y; see: ")
                    .hasLineCount(1);
        }
        assertThat(run(
                        "init",
                        "--pairs",
                        pairs(repeatedInputs()),
                        "--chars",
                        "--out",
                        path("words"),
                        "--valid",
                        path("")))
                .isEqualTo(1);
        assertThat(err).isEqualTo("espalier: cannot read " + path("") + ": it is a folder; name a file\n");
    }

    @Test
    void existingFilesAreNotOverwritten() throws IOException {
        Path project = folder.resolve("words");
        String[] call = {"init", "--pairs", pairs(repeatedInputs()), "--chars", "--out", project.toString()};
        assertThat(run(call)).isZero();
        assertThat(run(call)).isZero();
        assertThat(err).contains(project + " already has ");

        Files.writeString(project.resolve("config.yaml"), "# mine\n");
        Files.delete(project.resolve("train.tsv"));
        assertThat(run(call)).isEqualTo(1);
        assertThat(err)
                .isEqualTo("espalier: " + project.resolve("config.yaml")
                        + " exists with other content, which is not overwritten; remove the file, or name another folder "
                        + "(--out)\n");
        assertThat(project.resolve("train.tsv")).doesNotExist();
    }

    @Test
    void machineFollowsAlphabets() throws IOException {
        Path project = folder.resolve("apart");
        String file = pairs("a\tx\nb\ty\nab\txy\nba\tyx\n");
        assertThat(run("init", "--pairs", file, "--chars", "--no-substitute", "--out", project.toString()))
                .as(err)
                .isZero();
        assertThat(Files.readString(project.resolve("machine.mfst"))).contains("machine = (delete | insert)*");
        project = folder.resolve("replaced");
        assertThat(run("init", "--pairs", file, "--chars", "--out", project.toString()))
                .as(err)
                .isZero();
        assertThat(Files.readString(project.resolve("machine.mfst")))
                .contains("machine = (delete | insert | substitute)*");
        assertThat(run("machine", "check", project.resolve("machine.mfst").toString(), "--pairs", file, "--chars"))
                .as(err)
                .isZero();
    }

    @Test
    void beginningsThatMoveAreListed() throws IOException {
        StringBuilder text = new StringBuilder();
        for (String stem : List.of("seh", "geh", "nehm", "leg", "stell", "hör", "fang", "mach", "zieh", "ruf")) {
            text.append("an").append(stem).append("en\t").append(stem).append("t an\n");
            text.append("auf").append(stem).append("en\t").append(stem).append("t auf\n");
        }
        String file = pairs(text.toString());
        Path project = folder.resolve("verbs");
        String[] call = {"init", "--pairs", file, "--chars", "--out", project.toString()};
        assertThat(run(call)).as(err).isZero();
        assertThat(out).contains("machine  deletion, insertion, copy, substitution, move\n");
        assertThat(err).endsWith(": written machine.mfst, moved.tsv, config.yaml, train.tsv, valid.tsv, test.tsv\n");
        assertThat(Files.readAllLines(project.resolve("moved.tsv"))).contains("a n", "a u f");
        assertThat(Files.readString(project.resolve("machine.mfst"))).endsWith("machine = (edits | move)\n");
        String machine = project.resolve("machine.mfst").toString();
        assertThat(run("machine", "check", machine, "--pairs", file, "--chars"))
                .as(err)
                .isZero();

        Path plain = folder.resolve("plain");
        assertThat(run("init", "--pairs", file, "--chars", "--no-move", "--out", plain.toString()))
                .as(err)
                .isZero();
        assertThat(out).contains("machine  deletion, insertion, copy, substitution\n");
        assertThat(plain.resolve("moved.tsv")).doesNotExist();

        Files.writeString(project.resolve("moved.tsv"), "z u\n");
        assertThat(run(call)).isEqualTo(1);
        assertThat(err)
                .startsWith("espalier: " + project.resolve("moved.tsv")
                        + " exists with other content, which is not overwritten");
    }

    @Test
    void movesMayLeaveNoRoomForSubstitutions() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int k = 0; k < 60; k++) {
            String letter = Character.toString('一' + k);
            text.append(letter).append("x\tx ").append(letter).append('\n');
        }
        Path project = folder.resolve("many");
        assertThat(run("init", "--pairs", pairs(text.toString()), "--chars", "--out", project.toString()))
                .as(err)
                .isZero();
        assertThat(out).contains("machine  deletion, insertion, copy, move\n");
        assertThat(err).contains("""
                espalier: substitutions are left out, because each of the 48 beginnings that move would have its own; --no-move \
                leaves out the moves instead
                """);
    }

    @Test
    void partsMayComeFromFiles() throws IOException {
        String file = pairs("a\tx\nb\ty\nab\txy\n");
        String valid =
                Files.writeString(folder.resolve("dev.tsv"), "a\txx\nbb\tyy\n").toString();
        String test = Files.writeString(folder.resolve("eval.tsv"), "aa\txx\n").toString();
        String project = folder.resolve("brought").toString();
        assertThat(run("init", "--pairs", file, "--chars", "--valid", valid, "--test", test, "--out", project))
                .as(err)
                .isZero();
        assertThat(err)
                .startsWith("espalier: " + valid
                        + ": 1 of its inputs is also in the training pairs, so results on it are too optimistic\n");
        assertThat(out).contains("3 pairs to train on, 2 to validate with, 1 to test on; some inputs are in two\n");
    }

    @Test
    void textIsNormalized() throws IOException {
        String file = pairs("\uFEFFe\u0301\tx\r\n\u00E9e\ty\r\n\r\nee\tx\r\n");
        Path project = folder.resolve("nfc");
        assertThat(run("init", "--pairs", file, "--chars", "--normalize", "nfc", "--out", project.toString()))
                .as(err)
                .isZero();
        assertThat(err)
                .startsWith("espalier: " + file + ": 1 line was normalized to Unicode NFC; "
                        + "normalize=none reads text unchanged\n");
        assertThat(out).contains("input    2 symbols; 1 to 2 in a string");

        assertThat(run("lattice", "--machine", "builtin:edit", "--chars", "--pairs", file, "--normalize", "none"))
                .as(err)
                .isZero();
        assertThat(err).doesNotContain("NFC");
    }

    @Test
    void wrongCallsAreRefused() throws IOException {
        String file = pairs("a\tx\nb\ty\n");
        String project = folder.resolve("none").toString();
        assertThat(run("init", "--pairs", file, "--chars", "--out", project)).isEqualTo(1);
        assertThat(err)
                .isEqualTo(
                        "espalier: " + file + " has too few different inputs (2) to hold out 1 to validate with and 1 "
                                + "to test on; give more pairs, or separate files to validate with and to test on "
                                + "(--valid, --test)\n");
        assertThat(run("init", "--pairs", file, "--out", project, "--valid-share", "1"))
                .isEqualTo(2);
        assertThat(err).contains("--valid-share 1.0 is not a share; give a number between 0 and 1, for example 0.1");
        assertThat(run("init", "--pairs", "-", "--chars")).isEqualTo(2);
        assertThat(err).contains("--out is missing; name the folder to write to");
        assertThat(folder.resolve("none")).doesNotExist();
    }
}
