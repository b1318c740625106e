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

/** Calls commands as a shell does, and reads the folders that they write. */
@Tag("slow")
abstract class CorpusTest {
    @TempDir
    Path folder;

    /** What the last call printed as its results. */
    String out = "";

    /** What it said besides. */
    String err = "";

    /** The exit code. */
    int call(List<String> args) {
        ByteArrayOutputStream results = new ByteArrayOutputStream();
        ByteArrayOutputStream words = new ByteArrayOutputStream();
        int code = Espalier.commandLine(Console.of(results, words), SparkCommand.class)
                .execute(args.toArray(String[]::new));
        out = results.toString(UTF_8).replace(System.lineSeparator(), "\n");
        err = words.toString(UTF_8).replace(System.lineSeparator(), "\n");
        return code;
    }

    /** A call that must succeed. */
    String done(String... args) {
        assertThat(call(List.of(args))).as(() -> err).isZero();
        return out;
    }

    /** A call with two cores of this machine. */
    String spark(String... args) {
        List<String> all = new ArrayList<>(List.of("spark"));
        all.addAll(List.of(args));
        all.addAll(List.of("--master", "local[2]"));
        return done(all.toArray(String[]::new));
    }

    /** The line of a call that must fail. A slow machine may have shown progress before it. */
    String failed(String... args) {
        assertThat(call(List.of(args))).as(() -> out + err).isEqualTo(1);
        List<String> said = err.lines()
                .filter(line -> !line.matches("espalier: [0-9,]+ of [0-9,]+ rows, .* left"))
                .toList();
        assertThat(said).singleElement(STRING).startsWith("espalier: ");
        return said.get(0).substring("espalier: ".length()).strip();
    }

    Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    String path(String name) {
        return folder.resolve(name).toString();
    }

    /** The lines of the files of a folder, in no order that means anything. */
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

    /** JSON lines by id. */
    static List<String> sorted(List<String> lines) {
        return lines.stream()
                .sorted(Comparator.comparingLong(line -> json(line).get("line").asLong()))
                .toList();
    }

    static JsonNode json(String line) {
        return JsonMapper.shared().readTree(line);
    }
}
