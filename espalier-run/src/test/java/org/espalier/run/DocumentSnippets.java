package org.espalier.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Extracts the examples of documents from tests, so that they are compiled and run. */
final class DocumentSnippets {
    private DocumentSnippets() {}

    /**
     * Returns the part of a test between two lines {@code // NAME} as a document shows it: {@code folder.resolve}
     * becomes {@code Path.of}, and lines with {@code // not shown} are omitted.
     */
    static String example(Class<?> test, String name) {
        String mark = "// " + name + "\n";
        String source = read("src/test/java/" + test.getName().replace('.', '/') + ".java");
        int start = source.indexOf(mark) + mark.length();
        return source.substring(start, source.indexOf(mark, start))
                .stripTrailing()
                .stripIndent()
                .replaceAll(".*// not shown.*\\n", "")
                .replace("folder.resolve(", "Path.of(");
    }

    /** Reads a document of the project. */
    static String document(String name) {
        return read("../" + name);
    }

    private static String read(String file) {
        try {
            return Files.readString(Path.of(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
