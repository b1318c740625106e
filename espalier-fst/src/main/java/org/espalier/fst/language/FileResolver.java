package org.espalier.fst.language;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Finds the tables and symbol files that a program names. */
@FunctionalInterface
public interface FileResolver {
    /**
     * Opens a file; the caller closes it.
     *
     * @param file the name as the program gives it
     */
    InputStream open(String file) throws IOException;

    /** What errors in this file call it. */
    default String displayName(String file) {
        return file;
    }

    /** Files with paths relative to a folder. */
    static FileResolver in(Path folder) {
        return new FileResolver() {
            @Override
            public InputStream open(String file) throws IOException {
                try {
                    return Files.newInputStream(folder.resolve(file));
                } catch (InvalidPathException e) {
                    throw new NoSuchFileException(file, null, e.getReason());
                }
            }

            @Override
            public String displayName(String file) {
                try {
                    return folder.resolve(file).toString();
                } catch (InvalidPathException e) {
                    return file;
                }
            }
        };
    }

    /** No files at all, for programs that stand alone. */
    static FileResolver none() {
        return file -> {
            throw new NoSuchFileException(file);
        };
    }
}
