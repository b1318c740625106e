package org.espalier.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.LimitException;
import org.junit.jupiter.api.Test;
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

    @Test
    void settingWithoutOptionIsNotNamed() {
        assertThat(SettingFlags.remedy(new EspalierException("no"), command("--x")))
                .isEmpty();
        assertThat(SettingFlags.remedy(new LimitException("too large", "maxStates"), command()))
                .isEmpty();
    }
}
