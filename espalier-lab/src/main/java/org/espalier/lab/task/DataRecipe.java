package org.espalier.lab.task;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.espalier.fst.base.ShellCommand;

/**
 * How data is made: enough to make the same again.
 *
 * @param maker the command that makes it, after {@code espalier data}
 * @param seed what everything random comes from
 * @param options the other options of the command that were not left at their defaults, by name without the dashes
 * @param source what the data comes from, in words
 */
public record DataRecipe(String maker, long seed, Map<String, String> options, String source) {
    public DataRecipe {
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    }

    /** The command to type, without the folder that it writes to. */
    public String command() {
        return ShellCommand.line(Stream.concat(
                        Stream.of("espalier", "data", maker, "--seed", seed),
                        options.entrySet().stream()
                                .flatMap(option -> Stream.of("--" + option.getKey(), option.getValue())))
                .toArray());
    }

    /** Options in the order they are added, those that are as they would be without them left out. */
    static final class Options {
        private final Map<String, String> changed = new LinkedHashMap<>();

        Options add(String name, Object value, Object usual) {
            if (!value.equals(usual)) {
                changed.put(name, value.toString());
            }
            return this;
        }

        Options add(SplitSizes sizes, SplitSizes usual) {
            return add("max-train", sizes.train(), usual.train())
                    .add("max-valid", sizes.valid(), usual.valid())
                    .add("max-test", sizes.test(), usual.test());
        }

        Map<String, String> changed() {
            return changed;
        }
    }
}
