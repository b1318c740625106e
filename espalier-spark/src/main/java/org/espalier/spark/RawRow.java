package org.espalier.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Serial;
import java.io.Serializable;
import org.espalier.run.result.RowId;
import org.jspecify.annotations.Nullable;

/** A row of a corpus as it was read. */
sealed interface RawRow extends Serializable {
    /** A line of text: its number, counted from 1 over all files, and its bytes without the line end. */
    final class Line implements RawRow {
        @Serial
        private static final long serialVersionUID = 1;

        private final long number;
        private final byte[] bytes;

        Line(long number, byte[] bytes) {
            this.number = number;
            this.bytes = bytes;
        }

        long number() {
            return number;
        }

        InputStream stream() {
            return new ByteArrayInputStream(bytes);
        }

        /** Returns the text, with U+FFFD for bytes that are not UTF-8. */
        String text() {
            return new String(bytes, UTF_8);
        }
    }

    /** The cells of a row of a table; empty ones are null. */
    record Cells(
            @Nullable RowId label,
            @Nullable String x,
            @Nullable String y) implements RawRow {}
}
