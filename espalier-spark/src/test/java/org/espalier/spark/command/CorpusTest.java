package org.espalier.spark.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.espalier.cli.Espalier;
import org.espalier.cli.console.Console;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls commands in this process and reads the folders that they write. */
@Tag("slow")
abstract class CorpusTest {
    @TempDir
    Path folder;

    /** The standard output of the last call. */
    String out = "";

    /** The standard error of the last call. */
    String err = "";

    /** Calls a command and returns its exit code. */
    int call(List<String> args) {
        ByteArrayOutputStream results = new ByteArrayOutputStream();
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        int code = Espalier.commandLine(Console.of(results, messages), SparkCommand.class)
                .execute(args.toArray(String[]::new));
        out = results.toString(UTF_8).replace(System.lineSeparator(), "\n");
        err = messages.toString(UTF_8).replace(System.lineSeparator(), "\n");
        return code;
    }

    /** Calls a command that must succeed and returns its standard output. */
    String done(String... args) {
        assertThat(call(List.of(args))).as(() -> err).isZero();
        return out;
    }

    /** Calls a Spark command with two cores of this machine; it must succeed. */
    String spark(String... args) {
        List<String> all = new ArrayList<>(List.of("spark"));
        all.addAll(List.of(args));
        all.addAll(List.of("--master", "local[2]"));
        return done(all.toArray(String[]::new));
    }

    /** Calls a command that must fail and returns its error message. Lines of progress may come before it. */
    String failed(String... args) {
        assertThat(call(List.of(args))).as(() -> out + err).isEqualTo(1);
        List<String> messageLines = err.lines()
                .filter(line -> !line.matches("espalier: [0-9,]+ of [0-9,]+ rows, .* left"))
                .toList();
        assertThat(messageLines).singleElement(STRING).startsWith("espalier: ");
        return messageLines.get(0).substring("espalier: ".length()).strip();
    }

    Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    String path(String name) {
        return folder.resolve(name).toString();
    }

    /** Returns the lines of the files of a folder of results; their order has no meaning. */
    static List<String> lines(Path written) throws IOException {
        assertThat(written.resolve("_SUCCESS")).exists();
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(written)) {
            for (Path file : files.sorted().toList()) {
                if (file.getFileName().toString().startsWith("part-")) {
                    lines.addAll(Files.readAllLines(file));
                }
            }
        }
        return lines;
    }

    /** Sorts JSON lines by the number of the line that they are about. */
    static List<String> sorted(List<String> lines) {
        return lines.stream()
                .sorted(Comparator.comparingLong(line -> json(line).get("line").asLong()))
                .toList();
    }

    static JsonNode json(String line) {
        return JsonMapper.shared().readTree(line);
    }
}
