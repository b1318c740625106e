package org.espalier.spark.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.espalier.cli.Espalier;
import org.espalier.cli.console.Console;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Parses the calls of Spark commands that documents and help texts show. */
@Tag("slow")
class DocumentedCallsTest {
    private static final Pattern CALL = Pattern.compile("(?m)^ {4}\\./espalier (spark .+)$");

    private static CommandLine line() {
        return Espalier.commandLine(
                Console.of(OutputStream.nullOutputStream(), OutputStream.nullOutputStream()), SparkCommand.class);
    }

    @Test
    void callsInDocumentsAreValid() throws IOException {
        List<String> calls = new ArrayList<>();
        try (Stream<Path> pages = Files.walk(Path.of("../docs"))) {
            for (Path page :
                    pages.filter(file -> file.toString().endsWith(".md")).toList()) {
                for (Matcher call = CALL.matcher(Files.readString(page).replace("\\\n", " ")); call.find(); ) {
                    calls.add(call.group(1));
                }
            }
        }
        assertThat(calls).isNotEmpty().allSatisfy(DocumentedCallsTest::assertValid);
    }

    @Test
    void callsInHelpAreValid() {
        CommandLine spark = Objects.requireNonNull(line().getSubcommands().get("spark"));
        spark.getSubcommands().values().forEach(command -> {
            List<String> calls = Stream.of(
                            command.getCommandSpec().usageMessage().footer())
                    .filter(text -> text.startsWith("  espalier "))
                    .map(text -> text.substring("  espalier ".length()).replace("\"", ""))
                    .toList();
            assertThat(calls).isNotEmpty().allSatisfy(DocumentedCallsTest::assertValid);
            assertThat(command.getCommandSpec().options())
                    .allSatisfy(option -> assertThat(option.description()).isNotEmpty());
        });
    }

    private static void assertValid(String call) {
        assertThatCode(() -> line().parseArgs(call.strip().split("\\s+"))).doesNotThrowAnyException();
    }
}
