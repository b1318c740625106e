package org.espalier.lab.task;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.espalier.fst.base.ShellCommand;

/**
 * The command and options that make a data set.
 *
 * @param maker the subcommand of {@code espalier data}
 * @param seed the random seed
 * @param options the options that differ from their defaults, by name without the dashes
 * @param source a description of the source of the data
 */
public record DataRecipe(String maker, long seed, Map<String, String> options, String source) {
    public DataRecipe {
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    }

    /** Returns the command line, without the folder that it writes to. */
    public String command() {
        return ShellCommand.line(Stream.concat(
                        Stream.of("espalier", "data", maker, "--seed", seed),
                        options.entrySet().stream()
                                .flatMap(option -> Stream.of("--" + option.getKey(), option.getValue())))
                .toArray());
    }

    /** Collects options in order and skips those that have their default. */
    static final class Options {
        private final Map<String, String> changed = new LinkedHashMap<>();

        Options add(String name, Object value, Object defaultValue) {
            if (!value.equals(defaultValue)) {
                changed.put(name, value.toString());
            }
            return this;
        }

        Options add(SplitSizes sizes, SplitSizes defaults) {
            return add("max-train", sizes.train(), defaults.train())
                    .add("max-valid", sizes.valid(), defaults.valid())
                    .add("max-test", sizes.test(), defaults.test());
        }

        Map<String, String> changed() {
            return changed;
        }
    }
}
