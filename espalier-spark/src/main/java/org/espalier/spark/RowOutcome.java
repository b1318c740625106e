package org.espalier.spark;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.espalier.model.search.SearchCaution;
import org.espalier.run.result.Json;
import org.espalier.run.result.PairMeasures;
import org.espalier.run.result.RowId;
import org.jspecify.annotations.Nullable;

/** The outcome of a row: an answer or a rejection. */
sealed interface RowOutcome extends Serializable {
    /** Returns the id of the row, or null if it has none. */
    @Nullable
    RowId label();

    /**
     * An answer.
     *
     * @param lines one JSON object that begins with the id, or tab-separated lines without it
     * @param caution a warning about the answer, or null
     * @param measures the measures of an evaluation, for the driver to add up; null for other tasks
     */
    record Answer(
            RowId label,
            List<String> lines,
            @Nullable SearchCaution caution,
            @Nullable PairMeasures measures) implements RowOutcome {
        public Answer {
            lines = List.copyOf(lines);
        }

        Answer(RowId label, List<String> lines) {
            this(label, lines, null, null);
        }

        Answer(RowId label, List<String> lines, @Nullable SearchCaution caution) {
            this(label, lines, caution, null);
        }

        static Answer of(RowId label, PairMeasures measures) {
            return new Answer(label, List.of(measures.json(label)), null, measures);
        }

        static Answer of(RowId label, String line) {
            return new Answer(label, List.of(line));
        }
    }

    /**
     * A rejected row.
     *
     * @param label the id; null for a row of a table without one
     * @param x the input, if it could be read
     * @param y the output, if it could be read
     * @param text the whole row, if it could not be parsed
     */
    record Reject(
            @Nullable RowId label,
            @Nullable String x,
            @Nullable String y,
            @Nullable String text,
            String reason) implements RowOutcome {
        String json() {
            Map<String, Object> object = label == null ? Json.object() : Json.object(label.key(), label.value());
            putUnlessNull(object, "x", x);
            putUnlessNull(object, "y", y);
            putUnlessNull(object, "text", text);
            object.put("reason", reason);
            return Json.line(object);
        }

        private static void putUnlessNull(Map<String, Object> object, String key, @Nullable String value) {
            if (value != null) {
                object.put(key, value);
            }
        }
    }
}
