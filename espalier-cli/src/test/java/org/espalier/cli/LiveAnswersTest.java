package org.espalier.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Holds commands open and asks one line at a time, the next one only after the answer. */
@Tag("slow")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class LiveAnswersTest {
    @TempDir
    private static Path folder;

    private static String run = "";

    @BeforeAll
    static void train() throws IOException {
        run = TinyTrainedRun.train(folder, "ab\tc\na\tcd\nbab\td\naba\tcc\nb\tc\na\td\nbb\tdc\naa\tc\n", """
                validShare: 0.25
                training: {batch: 4, samples: 4, iwaeSamples: 4, steps: 2, evaluateEvery: 2, checkpointEvery: 2}
                """);
    }

    /** Asks each line and returns the first line of each answer, and the exit code as the last. */
    private static List<String> ask(List<String> command, String... lines) throws Exception {
        List<String> call = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Espalier.class.getName()));
        call.addAll(command);
        Process process = new ProcessBuilder(call)
                .redirectError(folder.resolve("messages").toFile())
                .start();
        List<String> answers = new ArrayList<>();
        try (BufferedReader results = process.inputReader(UTF_8)) {
            for (String line : lines) {
                process.getOutputStream().write((line + "\n").getBytes(UTF_8));
                process.getOutputStream().flush();
                answers.add(results.readLine());
            }
            process.getOutputStream().close();
            assertThat(results.readLine()).as("nothing follows the last answer").isNull();
        } finally {
            if (!process.waitFor(3, TimeUnit.MINUTES)) {
                process.destroyForcibly();
            }
        }
        answers.add(Integer.toString(process.exitValue()));
        return answers;
    }

    private static List<String> messages() throws IOException {
        return Files.readAllLines(folder.resolve("messages")).stream()
                .filter(line -> !line.contains(" normalized "))
                .toList();
    }

    private static List<String> transduce(String... options) {
        List<String> command = new ArrayList<>(List.of(
                "transduce", "--run", run, "--inputs", "-", "--nbest", "1", "--beam", "4", "--max-output", "4"));
        command.addAll(List.of(options));
        return command;
    }

    @Test
    void everyLineHasAnAnswerInColumns() throws Exception {
        List<String> answers = ask(transduce("--format", "lexicon"), "ab", "", "axb", "A", "a b", "bab\td\r");
        assertThat(answers.get(0)).startsWith("ab\t");
        assertThat(answers.subList(1, 3)).containsExactly("\t", "axb\t");
        assertThat(answers.get(3)).as("the input as it was given").startsWith("A\t");
        assertThat(answers.get(4)).isEqualTo("a b\t");
        assertThat(answers.get(5)).startsWith("bab\t");
        assertThat(answers.get(6)).isEqualTo("0");
        assertThat(messages())
                .containsExactly(
                        "espalier: standard input:2: the line is empty; write an input or a pair",
                        "espalier: standard input:3: the machine reads no 'x'",
                        "espalier: standard input:5: the machine reads no '<space>'; write the text without spaces, since"
                                + " every character is a symbol");
    }

    @Test
    void everyLineHasAnAnswerInJson() throws Exception {
        List<String> answers = ask(transduce("--json"), "", "B");
        assertThat(answers.get(0))
                .isEqualTo("{\"line\":1,\"x\":\"\",\"error\":\"the line is empty; write an input or a pair\"}");
        assertThat(answers.get(1)).startsWith("{\"line\":2,\"x\":\"B\",\"outputs\":[{");
    }

    @Test
    void pairsAreAnsweredOneByOne() throws Exception {
        String columns =
                "found one column, expected 2 (x y), separated by tabs; mend the line, or say what the columns hold";
        List<String> scores = ask(List.of("score", "--run", run, "--pairs", "-", "--json"), "ab\tc", "ab", "");
        assertThat(scores.get(0)).startsWith("{\"line\":1,\"x\":\"ab\",\"y\":\"c\",\"logP\":-");
        assertThat(scores.subList(1, 4))
                .containsExactly(
                        "{\"line\":2,\"error\":\"" + columns + "\"}",
                        "{\"line\":3,\"error\":\"the line is empty; write an input or a pair\"}",
                        "0");
        List<String> alignments = ask(
                List.of("align", "--run", run, "--pairs", "-", "--best", "--format", "phonetisaurus"),
                "b\tc",
                "",
                "b\tq");
        assertThat(alignments.get(0)).contains("b}");
        assertThat(alignments.subList(1, 4)).containsExactly("", "", "0");
    }

    /** The process goes on after bad requests, and ends with its input, even if it was asked nothing. */
    @Test
    void requestsAreAnsweredOneByOne() throws Exception {
        List<String> answers = ask(
                List.of("ask", "--run", run),
                "{\"id\":1,\"transduce\":{\"x\":\"ab\",\"nbest\":1,\"beam\":4}}",
                "",
                "{\"id\":\"ü\",\"transduce\":{}}",
                "{\"score\":{\"x\":\"b\",\"y\":\"c\"}}");
        assertThat(answers.get(0)).startsWith("{\"id\":1,\"x\":\"ab\",\"outputs\":[{");
        assertThat(answers.subList(1, 3))
                .containsExactly(
                        "{\"line\":2,\"error\":\"the request must be a JSON object\"}",
                        "{\"id\":\"ü\",\"error\":\"transduce.x is missing; give a string\"}");
        assertThat(answers.get(3)).startsWith("{\"line\":4,\"x\":\"b\",\"y\":\"c\",\"logP\":-");
        assertThat(answers.get(4)).isEqualTo("0");
        assertThat(messages()).isEmpty();
        assertThat(ask(List.of("ask", "--run", run))).containsExactly("0");
    }

    @Test
    void noAnswerAtAllIsAFailure() throws Exception {
        assertThat(ask(transduce())).containsExactly("1");
        assertThat(messages()).containsExactly("espalier: standard input has no inputs; an input is a line");
        assertThat(ask(List.of("score", "--run", run, "--pairs", "-"))).containsExactly("1");
        assertThat(messages()).containsExactly("espalier: standard input has no pairs; a pair is a line x<TAB>y");
        assertThat(ask(transduce(), "xyz")).containsExactly("xyz\t", "1");
        assertThat(messages())
                .last()
                .isEqualTo("espalier: standard input: no line has an output; the reasons are above");
    }
}
