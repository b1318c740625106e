package org.espalier.app.config;

import java.nio.file.Path;
import org.espalier.fst.EspalierException;
import org.espalier.fst.io.SourceException;

/**
 * Where a value was given, which is what an error about it names.
 *
 * @param source the file, or the option
 * @param line the line of a file, or 0
 * @param folder the folder from which files named there are found
 */
record Origin(String source, int line, int column, Path folder) {
    EspalierException error(String message) {
        return line > 0
                ? new SourceException(source, line, column, message)
                : new EspalierException(source + ": " + message);
    }

    @Override
    public String toString() {
        return line > 0 ? "on line " + line : "by " + source;
    }
}
