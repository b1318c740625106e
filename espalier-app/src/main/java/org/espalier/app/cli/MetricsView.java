package org.espalier.app.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.app.metrics.Interval;
import org.espalier.app.metrics.TransductionMetrics;
import org.espalier.fst.Counted;

/** Shows how good transductions are: in the same rows and under the same keys wherever they come from, to compare them. */
record MetricsView(TransductionMetrics metrics) {
    private record Row(String key, String name, Interval number) {}

    private List<Row> rows() {
        return List.of(
                new Row("accuracy", "accuracy", metrics.accuracy()),
                new Row("wordErrorRate", "word error rate", metrics.wordErrorRate()),
                new Row("characterErrorRate", "character error rate", metrics.characterErrorRate()),
                new Row("meanReciprocalRank", "mean reciprocal rank", metrics.meanReciprocalRank()));
    }

    Map<String, Object> object() {
        Map<String, Object> object = Json.object("inputs", metrics.inputs());
        rows().forEach(row -> object.put(
                row.key, Json.object("value", row.number.value(), "low", row.number.low(), "high", row.number.high())));
        return object;
    }

    /**
     * @param file what the inputs are from
     */
    void print(PrintWriter out, String file) {
        out.println(Counted.of(metrics.inputs(), "input") + " of " + file);
        rows().forEach(row -> out.println(String.format(
                Locale.ROOT,
                "%-28s%12.4f  (%.4f to %.4f)",
                row.name,
                row.number.value(),
                row.number.low(),
                row.number.high())));
    }
}
