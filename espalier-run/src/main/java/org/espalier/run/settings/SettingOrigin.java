package org.espalier.run.settings;

import java.nio.file.Path;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.SourceException;

/**
 * The place where a value was given, which an error about the value names.
 *
 * @param source the file, or the setting as it was given
 * @param line the line of a file, or 0
 * @param folder the folder against which relative paths given there are resolved
 */
record SettingOrigin(String source, int line, int column, Path folder) {
    /** Returns the origin of a value that a program or command gives. */
    static SettingOrigin given(String text) {
        return new SettingOrigin("setting " + EspalierException.shown(text), 0, 0, Path.of(""));
    }

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
