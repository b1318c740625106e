package org.espalier.run.result;

import java.io.Serializable;

/**
 * The identity of a row in results: the number of its line, or an id that the row contains.
 *
 * @param key the JSON key, {@code line} or {@code id}
 * @param value the number or the id
 */
public record RowId(String key, Serializable value) implements Serializable {
    private static final String LINE = "line";

    /** Returns the identity of a line, counted from 1. */
    public static RowId line(long number) {
        return new RowId(LINE, number);
    }

    /** Returns the identity of a row with a text id. */
    public static RowId id(String id) {
        return new RowId("id", id);
    }

    /** Returns the identity of a row with an integer id. */
    public static RowId id(long id) {
        return new RowId("id", id);
    }

    /** Returns the identity of a row with a text id, or, if that is empty, of its line. */
    public static RowId of(String id, long line) {
        return id.isEmpty() ? line(line) : id(id);
    }

    /** Returns whether the row is identified by the number of its line. */
    public boolean isLine() {
        return key.equals(LINE);
    }
}
