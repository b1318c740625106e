package org.espalier.spark;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.espalier.model.search.SearchCaution;
import org.espalier.run.result.Json;
import org.espalier.run.result.PairMeasures;
import org.espalier.run.result.RowId;
import org.jspecify.annotations.Nullable;

/** What became of a row. */
sealed interface RowOutcome extends Serializable {
    /** What tells the row from others, if anything does. */
    @Nullable
    RowId label();

    /**
     * It was answered.
     *
     * @param lines one JSON object that begins with the label, or lines of columns without it
     * @param caution the reason why better outputs may have been missed, if there is one
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
     * It could not be.
     *
     * @param label null for the row of a table that lacks an id
     * @param x its input, if it has one
     * @param y its output, if it has one
     * @param text the whole row, where it could not be told apart
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
