package org.espalier.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.util.Objects;
import org.espalier.cli.Espalier;
import org.espalier.cli.EspalierCommand;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.LimitException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

class SettingFlagsTest {
    private static CommandSpec command(String... options) {
        CommandSpec command = CommandSpec.create();
        for (String option : options) {
            command.addOption(OptionSpec.builder(option).type(String.class).build());
        }
        return command;
    }

    @Test
    void optionOfTheSameNameIsNamed() {
        EspalierException limit = new LimitException("too large", "lattice.maxStates");
        assertThat(SettingFlags.remedy(limit, command("--max-states"))).isEqualTo(" (--max-states)");
        assertThat(SettingFlags.remedy(limit, command("--max-states", "--set"))).isEqualTo(" (--max-states)");
    }

    @Test
    void commandWithSetNamesTheSetting() {
        assertThat(SettingFlags.remedy(new LimitException("too large", "lattice.maxStates"), command("--set")))
                .isEqualTo(" (--set lattice.maxStates=…)");
    }

    @Test
    void severalOptionsAreListedOnceEach() {
        EspalierException failure = new EspalierException("no data").withSettings("pairs", "x", "x");
        assertThat(SettingFlags.remedy(failure, command("--pairs", "--x"))).isEqualTo(" (--pairs, --x)");
    }

    @ParameterizedTest
    @CsvSource({
        "lattice, lattice.maxStates, --max-states",
        "lattice, maxMarks, --max-marks",
        "lattice, maxPaths, --max-paths",
        "lattice, maxWork, --max-work",
        "lattice, tape, --tape",
        "machine check, maxWork, --max-work",
        "machine check, maxStates, ''",
        "train, lattice.maxStates, --set lattice.maxStates=…",
        "train, maxMarks, --set lattice.maxMarks=…",
        "train, training.batch, --set training.batch=…",
        "train, validShare, --set validShare=…",
        "train, out, --out",
        "train, overwrite, --overwrite",
        "train, resume, --resume",
        "train, maxPaths, ''",
        "init, valid, --valid",
        "align, maxPaths, --max-paths",
        "score, lattice.maxStates, ''",
        "transduce, beam, --beam",
        "transduce, maxOutput, --max-output",
        "serve, port, --port"
    })
    void optionOfEachCommandIsFound(String command, String setting, String option) {
        CommandLine line = Espalier.commandLine(
                Console.of(OutputStream.nullOutputStream(), OutputStream.nullOutputStream()),
                EspalierCommand.Spark.class);
        for (String name : command.split(" ", -1)) {
            line = Objects.requireNonNull(line.getSubcommands().get(name));
        }
        assertThat(SettingFlags.flag(setting, line.getCommandSpec()).orElse("")).isEqualTo(option);
    }

    @Test
    void wrongUsageNamesTheOption() {
        EspalierException cause = new EspalierException("3 ciphers; at most 2").withSettings("nCiphers");
        assertThat(new UsageException(cause).remedy(command("--n-ciphers"))).isEqualTo(" (--n-ciphers)");
        assertThat(new UsageException("no cause").remedy(command("--n-ciphers")))
                .isEmpty();
    }

    @Test
    void messageIsFollowedByTheOption() {
        EspalierException failure = new LimitException("more than 2 states", "maxStates");
        assertThat(SettingFlags.describe(failure, command("--max-states")))
                .isEqualTo("more than 2 states (--max-states)");
    }

    @Test
    void settingWithoutOptionIsNotNamed() {
        assertThat(SettingFlags.remedy(new EspalierException("no"), command("--x")))
                .isEmpty();
        assertThat(SettingFlags.remedy(new LimitException("too large", "maxStates"), command()))
                .isEmpty();
    }
}
