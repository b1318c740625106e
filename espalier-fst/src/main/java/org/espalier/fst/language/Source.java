package org.espalier.fst.language;

import org.espalier.fst.LimitException;
import org.espalier.fst.io.SourceException;

/** The text being read, by the name that its errors show. */
record Source(String name) {
    /** How much of a word or string an error repeats. */
    private static final int SHOWN = 40;

    SourceException error(Place at, String message) {
        return new SourceException(name, at.line(), at.column(), message);
    }

    LimitException limit(Place at, String message) {
        return new LimitException(name + ":" + at.line() + ":" + at.column() + ": " + message);
    }

    /** A piece of the text in single quotes, cut if it is long. */
    static String quote(String text) {
        return "'" + shorten(text) + "'";
    }

    static String shorten(String text) {
        return text.codePointCount(0, text.length()) <= SHOWN
                ? text
                : text.substring(0, text.offsetByCodePoints(0, SHOWN)) + "…";
    }
}
