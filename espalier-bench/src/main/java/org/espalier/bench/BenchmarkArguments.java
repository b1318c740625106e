package org.espalier.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.espalier.fst.base.EspalierException;
import org.jspecify.annotations.Nullable;

/** The arguments of a benchmark: options, each a positive number or a path, and the folder to write to. */
final class BenchmarkArguments {
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Map<String, Path> paths = new HashMap<>();
    private @Nullable Path folder;

    BenchmarkArguments(Set<String> known, String... args) {
        this(known, Set.of(), args);
    }

    /** @param ofPaths the options that take a path */
    BenchmarkArguments(Set<String> ofNumbers, Set<String> ofPaths, String... args) {
        for (int i = 0; i < args.length; i++) {
            if (args[i].startsWith("--")) {
                String value = i + 1 < args.length ? args[i + 1] : "";
                if (ofPaths.contains(args[i])) {
                    paths.put(args[i], Path.of(value));
                } else if (ofNumbers.contains(args[i])) {
                    numbers.put(args[i], positive(args[i], value));
                } else {
                    throw new EspalierException(args[i] + " is not an option here; there are "
                            + String.join(
                                    ", ",
                                    Stream.concat(ofNumbers.stream(), ofPaths.stream())
                                            .sorted()
                                            .toList()));
                }
                i++;
            } else {
                folder = existing(Path.of(args[i]));
            }
        }
    }

    /** Checks the folder before anything is measured, since that may take half an hour. */
    private static Path existing(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new EspalierException(folder + " is not a folder; create it first");
        }
        return folder;
    }

    private static int positive(String option, String value) {
        try {
            int number = Integer.parseInt(value);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw new EspalierException(option + " takes a positive number; got '" + value + "'");
    }

    int number(String option, int defaultValue) {
        return numbers.getOrDefault(option, defaultValue);
    }

    Optional<Path> path(String option) {
        return Optional.ofNullable(paths.get(option));
    }

    Optional<Path> folder() {
        return Optional.ofNullable(folder);
    }
}
