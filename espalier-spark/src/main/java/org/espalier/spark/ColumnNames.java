package org.espalier.spark;

import java.io.Serializable;
import java.util.Collection;
import org.espalier.fst.base.EspalierException;
import org.espalier.run.result.RowId;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The names of the columns of a table, or of the keys of JSON objects.
 *
 * @param isIdNamed whether the user named the column of ids, which must then exist
 */
public record ColumnNames(String id, String x, String y, boolean isIdNamed) implements Serializable {
    /** The names {@code id}, {@code x} and {@code y}. */
    public static final ColumnNames DEFAULT = new ColumnNames("id", "x", "y", false);

    /**
     * Checks that a table has the columns that are needed. The column of ids is needed only if the user named it.
     *
     * @param names the columns of the table
     * @param where what the error message calls the table
     * @throws EspalierException if a column is missing
     */
    void requireIn(Collection<String> names, String where, boolean needsOutput) {
        require(x, "--x-column", names, where);
        if (needsOutput) {
            require(y, "--y-column", names, where);
        }
        if (isIdNamed) {
            require(id, "--id-column", names, where);
        }
    }

    private static void require(String column, String option, Collection<String> names, String where) {
        if (!names.contains(column)) {
            throw new EspalierException(where + ": there is no column " + EspalierException.quote(column) + ", only "
                    + String.join(", ", names) + "; name the right one with " + option);
        }
    }

    /** Returns the id of an object, or null if it has none. */
    @Nullable
    RowId label(JsonNode object) {
        JsonNode value = object.get(id);
        if (value == null || value.isNull()) {
            return null;
        }
        return value.isIntegralNumber() && value.canConvertToLong()
                ? RowId.id(value.longValue())
                : RowId.id(value.isString() ? value.stringValue() : value.toString());
    }

    /** Returns the text of a column, or null if there is none. */
    static @Nullable String cell(JsonNode object, String column) {
        JsonNode value = object.get(column);
        if (value == null || value.isNull()) {
            return null;
        }
        return value.isString() ? value.stringValue() : value.toString();
    }
}
