package org.espalier.fst.language;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Opens the tables and symbol files that a program names. */
@FunctionalInterface
public interface FileResolver {
    /**
     * Opens a file. The caller closes it.
     *
     * @param file the name in the program
     */
    InputStream open(String file) throws IOException;

    /** Returns the name of a file in errors. */
    default String displayName(String file) {
        return file;
    }

    /** Returns a resolver of paths relative to a folder. */
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

    /** Returns a resolver that finds no files, for programs without any. */
    static FileResolver none() {
        return file -> {
            throw new NoSuchFileException(file);
        };
    }
}
