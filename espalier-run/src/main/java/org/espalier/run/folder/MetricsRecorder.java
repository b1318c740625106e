package org.espalier.run.folder;

import java.util.LinkedHashMap;
import java.util.Map;
import org.espalier.model.train.StepReport;
import org.espalier.model.train.TrainingListener;
import org.espalier.model.train.ValidationReport;
import tools.jackson.databind.JsonNode;

/** Writes down what training tells of, in the folder of a run. */
public final class MetricsRecorder implements TrainingListener, AutoCloseable {
    private final MetricsFile metrics;
    private final TensorBoardFile events;

    private MetricsRecorder(MetricsFile metrics, TensorBoardFile events) {
        this.metrics = metrics;
        this.events = events;
    }

    /** To go on after a step. */
    public static MetricsRecorder after(RunFolder run, long step) {
        return new MetricsRecorder(run.metrics(step), run.events(step));
    }

    @Override
    public void step(StepReport report) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("kind", "step");
        line.put("step", report.step());
        line.put("epoch", report.epoch());
        line.put("loss", report.loss());
        line.put("ess", report.ess());
        line.put("gradientNorm", report.gradientNorm());
        line.put("pairs", report.pairs());
        metrics.write(line);
        Map<String, Double> values = new LinkedHashMap<>();
        values.put("train/loss", report.loss());
        values.put("train/ess", report.ess());
        values.put("train/gradientNorm", report.gradientNorm());
        values.put("train/pairsPerSecond", report.pairs() / report.seconds());
        events.write(report.step(), values);
    }

    @Override
    public void validated(ValidationReport report) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("kind", "validation");
        line.put("step", report.step());
        line.put("partialKl", report.partialKl());
        line.put("iwae", report.iwae());
        line.put("ess", report.ess());
        line.put("expectedLength", report.expectedLength());
        line.put("best", report.best());
        metrics.write(line);
        Map<String, Double> values = new LinkedHashMap<>();
        values.put("valid/partialKl", report.partialKl());
        values.put("valid/iwae", report.iwae());
        values.put("valid/ess", report.ess());
        values.put("valid/expectedLength", report.expectedLength());
        events.write(report.step(), values);
    }

    /**
     * Tells what a line says that was written here, to whom was not there.
     *
     * @param steps how many there will be at most
     */
    public static void tell(JsonNode line, long steps, TrainingListener listener) {
        long step = line.path("step").asLong(0);
        switch (line.path("kind").asString("")) {
            case "step" ->
                listener.step(new StepReport(
                        step,
                        steps,
                        line.path("epoch").asInt(0),
                        number(line, "loss"),
                        number(line, "ess"),
                        number(line, "gradientNorm"),
                        line.path("pairs").asInt(0),
                        Double.NaN));
            case "validation" ->
                listener.validated(new ValidationReport(
                        step,
                        number(line, "partialKl"),
                        number(line, "iwae"),
                        number(line, "ess"),
                        number(line, "expectedLength"),
                        line.path("best").asBoolean(false)));
            default -> {
                // a later version may write more
            }
        }
    }

    private static double number(JsonNode line, String name) {
        return line.path(name).asDouble(Double.NaN);
    }

    @Override
    public void close() {
        try (metrics) {
            events.close();
        }
    }
}
