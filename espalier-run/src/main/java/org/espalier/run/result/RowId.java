package org.espalier.run.result;

import java.io.Serializable;

/**
 * What tells a row from the others where results are printed: the number of its line, or an id of its own.
 *
 * @param key what the value is called
 */
public record RowId(String key, Serializable value) implements Serializable {
    private static final String LINE = "line";

    /** The number of a line, counted from 1. */
    public static RowId line(long number) {
        return new RowId(LINE, number);
    }

    /** An id that the row brought along. */
    public static RowId id(String id) {
        return new RowId("id", id);
    }

    /** The same where ids are whole numbers. */
    public static RowId id(long id) {
        return new RowId("id", id);
    }

    /** Whether the row has no id of its own. */
    public boolean isLine() {
        return key.equals(LINE);
    }
}
