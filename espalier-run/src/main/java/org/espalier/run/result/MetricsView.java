package org.espalier.run.result;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.espalier.fst.base.Plural;
import org.espalier.run.metrics.ConfidenceInterval;
import org.espalier.run.metrics.MemberDisagreement;
import org.espalier.run.metrics.TransductionMetrics;

/**
 * Formats the metrics of transductions. All commands use the same rows and keys, so their results can be compared.
 *
 * @param metrics the metrics
 * @param disagreement the disagreement of the members, if an ensemble found the outputs
 */
public record MetricsView(TransductionMetrics metrics, Optional<MemberDisagreement> disagreement) {
    /** Creates a view of the outputs of one model. */
    public MetricsView(TransductionMetrics metrics) {
        this(metrics, Optional.empty());
    }

    private record MetricRow(String key, String name, ConfidenceInterval number) {}

    private List<MetricRow> rows() {
        List<MetricRow> rows = new ArrayList<>(List.of(
                new MetricRow("accuracy", "accuracy", metrics.accuracy()),
                new MetricRow("wordErrorRate", "word error rate", metrics.wordErrorRate()),
                new MetricRow("characterErrorRate", "character error rate", metrics.characterErrorRate()),
                new MetricRow("meanReciprocalRank", "mean reciprocal rank", metrics.meanReciprocalRank())));
        disagreement.ifPresent(ofMembers -> {
            rows.add(new MetricRow("disputedInputs", "inputs members dispute", ofMembers.disputed()));
            rows.add(new MetricRow("dissentingMembers", "members that dissent", ofMembers.dissent()));
        });
        return rows;
    }

    /** Returns the metrics as the values of one JSON object. */
    public Map<String, Object> object() {
        Map<String, Object> object = Json.object("inputs", metrics.inputs());
        rows().forEach(row -> object.put(
                row.key, Json.object("value", row.number.value(), "low", row.number.low(), "high", row.number.high())));
        return object;
    }

    /** Prints the metrics as a table under a line that names the file of the inputs. */
    public void print(PrintWriter out, String file) {
        out.println(Plural.of(metrics.inputs(), "input") + " of " + file);
        rows().forEach(row -> out.println(String.format(
                Locale.ROOT,
                "%-28s%12.4f  (%.4f to %.4f)",
                row.name,
                row.number.value(),
                row.number.low(),
                row.number.high())));
    }
}
