package org.espalier.spark.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.function.Function;
import org.espalier.cli.Espalier;
import org.espalier.cli.console.Console;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class SparkCommandTest {
    /** The program builds only the commands that a call names. Nobody should notice. */
    @ParameterizedTest
    @ValueSource(
            strings = {"--help", "spark", "spark --help", "spark align --help", "spark alihn", "spark --no-such-option"
            })
    void callIsAnsweredAsByTheWholeCommandLine(String call) {
        String[] args = call.split(" ", -1);
        assertThat(answer(to -> Espalier.commandLineFor(to, SparkCommand.class, args), args))
                .isEqualTo(answer(to -> Espalier.commandLine(to, SparkCommand.class), args));
    }

    private static List<String> answer(Function<Console, CommandLine> line, String... args) {
        ByteArrayOutputStream results = new ByteArrayOutputStream();
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        int code = line.apply(Console.of(results, messages)).execute(args);
        return List.of(String.valueOf(code), results.toString(UTF_8), messages.toString(UTF_8));
    }
}
