package org.espalier.app.data;

import java.io.Serializable;

/**
 * What tells a row from the others where results are printed: the number of its line, or an id of its own.
 *
 * @param key what the value is called
 */
public record Label(String key, Serializable value) implements Serializable {
    private static final String LINE = "line";

    /** The number of a line, counted from 1. */
    public static Label line(long number) {
        return new Label(LINE, number);
    }

    /** An id that the row brought along. */
    public static Label id(String id) {
        return new Label("id", id);
    }

    /** The same where ids are whole numbers. */
    public static Label id(long id) {
        return new Label("id", id);
    }

    /** Whether the row has no id of its own. */
    public boolean isLine() {
        return key.equals(LINE);
    }
}
