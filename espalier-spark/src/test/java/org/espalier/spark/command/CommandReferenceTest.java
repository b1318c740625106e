package org.espalier.spark.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.espalier.cli.Espalier;
import org.espalier.cli.console.Console;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Checks that {@code docs/reference/commands.md} is current, or updates it with {@code -Despalier.update}. */
@Tag("slow")
class CommandReferenceTest {
    private static final Path PAGE = Path.of("../docs/reference/commands.md");
    private static final String UPDATE = "espalier.update";

    private static CommandLine line() {
        return Espalier.commandLine(
                Console.of(OutputStream.nullOutputStream(), OutputStream.nullOutputStream()), SparkCommand.class);
    }

    @Test
    void pageIsCurrent() throws IOException {
        String page = CommandReference.page(line());
        if (System.getProperty(UPDATE) != null) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE)
                .as("update it with: mvn -q test -pl espalier-spark -am -Dtest=CommandReferenceTest "
                        + "-Dsurefire.failIfNoSpecifiedTests=false -Despalier.update")
                .exists();
        assertThat(Files.readString(PAGE).replace("\r\n", "\n"))
                .as("CONTRIBUTING.md says how to update %s", PAGE)
                .isEqualTo(page);
    }

    @Test
    void markdownIsEscaped() {
        assertThat(CommandReference.sentence(
                        "x<TAB>y, a|b, keep_input, local[N], 95 %%, as in --max-read or -o; --set a.b=32. x-y --"))
                .isEqualTo(
                        "x\\<TAB\\>y, a\\|b, keep\\_input, local\\[N\\], 95 %, as in `--max-read` or `-o`; `--set a.b=32`. x-y --");
    }

    @Test
    void examplesOfAllCommandsParse() {
        for (CommandLine command : withSubcommands(line())) {
            List<String> examples = CommandReference.examples(
                            command.getCommandSpec().usageMessage().footer())
                    .stream()
                    .filter(example -> !example.startsWith("curl "))
                    .toList();
            assertThat(examples).as(command.getCommandName()).isNotEmpty();
            for (String example : examples) {
                String[] words = example.replaceFirst(" *[|<>].*", "")
                        .replaceFirst("^espalier +", "")
                        .replaceAll("\"([^\" ]*) [^\"]*\"", "$1")
                        .replace("\"", "")
                        .split(" +");
                assertThatCode(() -> line().parseArgs(words)).as(example).doesNotThrowAnyException();
            }
        }
    }

    private static List<CommandLine> withSubcommands(CommandLine line) {
        List<CommandLine> lines = new ArrayList<>(List.of(line));
        line.getSubcommands().values().forEach(sub -> lines.addAll(withSubcommands(sub)));
        return lines;
    }
}
