package org.espalier.run.settings;

import java.nio.file.Path;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.SourceException;

/**
 * Where a value was given, which is what an error about it names.
 *
 * @param source the file, or the option
 * @param line the line of a file, or 0
 * @param folder the folder from which files named there are found
 */
record SettingOrigin(String source, int line, int column, Path folder) {
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
