package org.espalier.run.result;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.espalier.fst.base.Plural;
import org.espalier.run.metrics.CalibrationMetrics;
import org.espalier.run.metrics.ConfidenceInterval;
import org.espalier.run.metrics.MemberDisagreement;
import org.espalier.run.metrics.ProbabilityCalibration;
import org.espalier.run.metrics.TransductionMetrics;

/**
 * Formats the metrics of transductions. All commands use the same rows and keys, so their results can be compared.
 *
 * @param metrics the metrics
 * @param reliability the reliability of the outputs' probabilities, if they have any
 * @param disagreement the disagreement of the members, if an ensemble found the outputs
 */
public record MetricsView(
        TransductionMetrics metrics, Optional<Reliability> reliability, Optional<MemberDisagreement> disagreement) {
    /** Creates a view of outputs without probabilities. */
    public MetricsView(TransductionMetrics metrics) {
        this(metrics, Optional.empty(), Optional.empty());
    }

    private record MetricRow(String key, String name, ConfidenceInterval number) {
        Map<String, Object> object() {
            return Json.object("value", number.value(), "low", number.low(), "high", number.high());
        }

        String line() {
            return String.format(
                    Locale.ROOT, "%-28s%12.4f  (%.4f to %.4f)", name, number.value(), number.low(), number.high());
        }
    }

    private List<MetricRow> rows() {
        List<MetricRow> rows = new ArrayList<>(List.of(
                new MetricRow("accuracy", "accuracy", metrics.accuracy()),
                new MetricRow("wordErrorRate", "word error rate", metrics.wordErrorRate()),
                new MetricRow("characterErrorRate", "character error rate", metrics.characterErrorRate()),
                new MetricRow("meanReciprocalRank", "mean reciprocal rank", metrics.meanReciprocalRank())));
        reliability.ifPresent(each -> rows.addAll(rows(each.stated())));
        disagreement.ifPresent(ofMembers -> {
            rows.add(new MetricRow("disputedInputs", "inputs members dispute", ofMembers.disputed()));
            rows.add(new MetricRow("dissentingMembers", "members that dissent", ofMembers.dissent()));
        });
        return rows;
    }

    private static List<MetricRow> rows(CalibrationMetrics calibration) {
        return List.of(
                new MetricRow(
                        "expectedCalibrationError",
                        "expected calibration error",
                        calibration.expectedCalibrationError()),
                new MetricRow("errorByChance", "calibration error by chance", calibration.errorByChance()),
                new MetricRow("brierScore", "Brier score", calibration.brierScore()),
                new MetricRow("logLoss", "log loss", calibration.logLoss()));
    }

    /** Returns the reliability of probabilities as the values of one JSON object. */
    public static Map<String, Object> object(Reliability reliability) {
        Map<String, Object> object = object(reliability.stated());
        reliability.fitted().ifPresent(fitted -> {
            object.put("temperature", fitted.temperature().value());
            if (fitted.prefersWords()) {
                object.put("wordBonus", fitted.wordBonus());
            }
        });
        reliability.before().ifPresent(before -> object.put("beforeCalibration", object(before)));
        return object;
    }

    private static Map<String, Object> object(CalibrationMetrics calibration) {
        Map<String, Object> object = Json.object();
        rows(calibration).forEach(row -> object.put(row.key, row.object()));
        object.put("calibrationBins", calibration.numberOfBins());
        object.put(
                "reliability",
                calibration.bins().stream()
                        .map(bin -> Json.object(
                                "inputs", bin.inputs(), "probability", bin.probability(), "accuracy", bin.accuracy()))
                        .toList());
        return object;
    }

    /** Prints the reliability of probabilities, and what it would be without calibration, as a table. */
    public static void print(PrintWriter out, Reliability reliability) {
        rows(reliability.stated()).forEach(row -> out.println(row.line()));
        printCalibration(out, reliability);
    }

    private static void printCalibration(PrintWriter out, Reliability reliability) {
        reliability
                .before()
                .map(before -> new MetricRow("", "error before calibration", before.expectedCalibrationError()))
                .ifPresent(row -> out.println(row.line()));
        out.println("calibration errors are over "
                + Plural.of(reliability.stated().numberOfBins(), "bin") + " of equal mass; "
                + reliability.fitted().map(MetricsView::calibration).orElseGet(reliability::withoutFit));
    }

    private static String calibration(ProbabilityCalibration fitted) {
        return String.format(
                        Locale.ROOT,
                        "calibrated, temperature %.4f",
                        fitted.temperature().value())
                + (fitted.prefersWords() ? String.format(Locale.ROOT, ", word bonus %.4f", fitted.wordBonus()) : "");
    }

    /** Returns the metrics as the values of one JSON object. */
    public Map<String, Object> object() {
        Map<String, Object> object = Json.object("inputs", metrics.inputs());
        rows().forEach(row -> object.put(row.key, row.object()));
        reliability.ifPresent(each -> object.putAll(object(each)));
        return object;
    }

    /** Prints the metrics as a table under a line that names the file of the inputs. */
    public void print(PrintWriter out, String file) {
        out.println(Plural.of(metrics.inputs(), "input") + " of " + file);
        rows().forEach(row -> out.println(row.line()));
        reliability.ifPresent(each -> printCalibration(out, each));
    }
}
