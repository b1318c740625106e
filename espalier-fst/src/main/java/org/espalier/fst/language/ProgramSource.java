package org.espalier.fst.language;

import org.espalier.fst.base.LimitException;
import org.espalier.fst.base.SourceException;

/** The program that is read, by its name in errors. */
record ProgramSource(String name) {
    SourceException error(SourcePosition at, String message) {
        return new SourceException(name, at.line(), at.column(), message);
    }

    LimitException limit(SourcePosition at, String message) {
        return new LimitException(name + ":" + at.line() + ":" + at.column() + ": " + message);
    }
}
