package org.espalier.cli.console;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.espalier.fst.base.EspalierException;
import org.espalier.run.settings.Setting;
import org.espalier.run.settings.Settings;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Finds the options that change a setting or limit that an exception of a library names. For {@code lattice.maxStates} that
 * is {@code --max-states} in a command with this option, and {@code --set lattice.maxStates=…} in a command that takes any
 * setting of a run.
 */
public final class SettingFlags {
    private static final String ANY_SETTING = "--set";

    private static final Set<String> KEYS =
            Settings.ALL.stream().map(Setting::key).collect(Collectors.toUnmodifiableSet());

    private SettingFlags() {}

    /** Returns the message of an exception with the options of this command that change the outcome. */
    public static String describe(EspalierException failure, CommandSpec command) {
        return failure.getMessage() + remedy(failure, command);
    }

    /** Returns the options of this command that change the outcome, in parentheses; empty if it has none. */
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
                : key(setting).map(key -> ANY_SETTING + " " + key + "=…");
    }

    /** Returns the key in a configuration. Lattices name their limits without the section; other limits have no key. */
    private static Optional<String> key(String setting) {
        return Stream.of(setting, "lattice." + setting).filter(KEYS::contains).findFirst();
    }
}
