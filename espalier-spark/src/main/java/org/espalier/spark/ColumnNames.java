package org.espalier.spark;

import java.io.Serializable;
import java.util.Collection;
import org.espalier.fst.base.EspalierException;
import org.espalier.run.result.RowId;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What the columns of a table, or the keys of JSON objects, are called.
 *
 * @param isIdNamed whether somebody has named the column of ids, so that it must be there
 */
public record ColumnNames(String id, String x, String y, boolean isIdNamed) implements Serializable {
    /** {@code id}, {@code x} and {@code y}. */
    public static final ColumnNames DEFAULT = new ColumnNames("id", "x", "y", false);

    /**
     * Refuses a table that lacks one of these columns; but for the ids, unless somebody has named their column.
     *
     * @param names the columns that there are
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

    /** The id of an object, or null if it has none. */
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

    /** The text of a column, or null if there is none. */
    static @Nullable String cell(JsonNode object, String column) {
        JsonNode value = object.get(column);
        if (value == null || value.isNull()) {
            return null;
        }
        return value.isString() ? value.stringValue() : value.toString();
    }
}
