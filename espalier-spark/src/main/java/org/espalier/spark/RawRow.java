package org.espalier.spark;

import java.io.Serializable;
import org.espalier.app.data.Label;
import org.jspecify.annotations.Nullable;

/** A row of a corpus as it came. */
sealed interface RawRow extends Serializable {
    /**
     * A line of text.
     *
     * @param number counted from 1 over all files
     * @param bytes without the line's end
     */
    record Line(long number, byte[] bytes) implements RawRow {}

    /** The cells of a table; those that are empty are null. */
    record Cells(
            @Nullable Label label, @Nullable String x, @Nullable String y) implements RawRow {}
}
