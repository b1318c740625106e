package org.espalier.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Examples in documents are parts of tests, which compile and run: between two lines that name the document. */
final class DocumentSnippets {
    private DocumentSnippets() {}

    /**
     * The part of a test between two lines {@code // NAME}, as a document shows it: files of the test's folder are files of
     * the reader's, and lines that say {@code // not shown} are left out.
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

    /** A document of the project. */
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
