package org.espalier.cli.console;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.espalier.fst.base.EspalierException;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The options that set what an exception of a library names. A library speaks of {@code maxStates}; a command that has the
 * option {@code --max-states} says so, and one that takes any setting of a run says {@code --set lattice.maxStates=…}.
 */
public final class SettingFlags {
    private static final String ANY_SETTING = "--set";

    private SettingFlags() {}

    /** Returns how to change the settings that an exception names in this command, to be appended to its message. */
    public static String remedy(EspalierException failure, CommandSpec command) {
        return remedy(failure.settings(), command);
    }

    /** Returns how to change settings in this command, to be appended to a message about them. */
    public static String remedy(List<String> settings, CommandSpec command) {
        List<String> flags = settings.stream()
                .map(setting -> flag(setting, command))
                .flatMap(Optional::stream)
                .distinct()
                .toList();
        return flags.isEmpty() ? "" : " (" + String.join(", ", flags) + ")";
    }

    /** Returns the option of a command that changes a setting, if it has one. */
    public static Optional<String> flag(String setting, CommandSpec command) {
        String last = setting.substring(setting.lastIndexOf('.') + 1);
        String option = "--" + last.replaceAll("(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
        if (command.findOption(option) != null) {
            return Optional.of(option);
        }
        return command.findOption(ANY_SETTING) == null
                ? Optional.empty()
                : Optional.of(ANY_SETTING + " " + setting + "=…");
    }
}
