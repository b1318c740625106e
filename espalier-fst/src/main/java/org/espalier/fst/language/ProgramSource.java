package org.espalier.fst.language;

import org.espalier.fst.base.LimitException;
import org.espalier.fst.base.SourceException;

/** The text being read, by the name that its errors show. */
record ProgramSource(String name) {
    SourceException error(SourcePosition at, String message) {
        return new SourceException(name, at.line(), at.column(), message);
    }

    LimitException limit(SourcePosition at, String message) {
        return new LimitException(name + ":" + at.line() + ":" + at.column() + ": " + message);
    }
}
