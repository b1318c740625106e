package org.espalier.lab.task;

import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Published data that is not part of the project: the folder that the system property {@code espalier.data} names, or
 * {@code shared/data} beside the project.
 */
final class PublishedData {
    private PublishedData() {}

    /** Returns a file of the data. If it is missing, the test is skipped with a message. */
    static Path require(String name) {
        String property = System.getProperty("espalier.data");
        Stream<Path> folders = property == null
                ? Stream.iterate(Path.of("").toAbsolutePath(), Objects::nonNull, Path::getParent)
                        .map(folder -> folder.resolve("shared/data"))
                : Stream.of(Path.of(property));
        return folders.map(folder -> folder.resolve(name))
                .filter(Files::exists)
                .findFirst()
                .orElseGet(() -> abort("skipped: there is no shared/data/" + name
                        + " beside the project; -Despalier.data names its folder"));
    }
}
