package org.espalier.fst.language;

import org.espalier.fst.LimitException;
import org.espalier.fst.io.SourceException;

/** The text being read, by the name that its errors show. */
record Source(String name) {
    SourceException error(Place at, String message) {
        return new SourceException(name, at.line(), at.column(), message);
    }

    LimitException limit(Place at, String message) {
        return new LimitException(name + ":" + at.line() + ":" + at.column() + ": " + message);
    }
}
