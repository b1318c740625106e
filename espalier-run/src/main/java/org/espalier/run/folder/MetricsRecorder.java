package org.espalier.run.folder;

import java.util.LinkedHashMap;
import java.util.Map;
import org.espalier.model.estimate.AcceptedMass;
import org.espalier.model.train.DreamSums;
import org.espalier.model.train.OutputErrors;
import org.espalier.model.train.StepReport;
import org.espalier.model.train.TrainingListener;
import org.espalier.model.train.ValidationReport;
import tools.jackson.databind.JsonNode;

/** Writes the reports of a training to the files of metrics in the folder of a run. */
public final class MetricsRecorder implements TrainingListener, AutoCloseable {
    private final MetricsFile metrics;
    private final TensorBoardFile events;

    private MetricsRecorder(MetricsFile metrics, TensorBoardFile events) {
        this.metrics = metrics;
        this.events = events;
    }

    /** Opens the files for the steps after this one. */
    public static MetricsRecorder after(RunFolder run, long step) {
        MetricsFile metrics = run.metrics(step);
        try {
            return new MetricsRecorder(metrics, run.events(step));
        } catch (RuntimeException e) {
            metrics.close();
            throw e;
        }
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
        DreamSums dreams = report.dreams();
        if (dreams.mass().drawn() > 0) {
            line.put("dreams", dreams.mass().drawn());
            line.put("dreamsAccepted", dreams.mass().accepted());
            line.put("dreamsCut", dreams.mass().cut());
            line.put("dreamsSkipped", dreams.skipped());
            line.put("dreamLoss", dreams.meanLoss());
        }
        metrics.write(line);
        Map<String, Double> values = new LinkedHashMap<>();
        values.put("train/loss", report.loss());
        values.put("train/ess", report.ess());
        values.put("train/gradientNorm", report.gradientNorm());
        values.put("train/pairsPerSecond", report.pairs() / report.seconds());
        if (dreams.mass().drawn() > 0) {
            values.put("train/dreamsAccepted", dreams.mass().mass().value());
            values.put("train/dreamLoss", dreams.meanLoss());
        }
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
        OutputErrors outputs = report.outputs();
        if (outputs.areKnown()) {
            line.put("wordErrorRate", outputs.wordErrorRate());
            line.put("characterErrorRate", outputs.characterErrorRate());
        }
        line.put("best", report.best());
        metrics.write(line);
        Map<String, Double> values = new LinkedHashMap<>();
        values.put("valid/partialKl", report.partialKl());
        values.put("valid/iwae", report.iwae());
        values.put("valid/ess", report.ess());
        values.put("valid/expectedLength", report.expectedLength());
        if (outputs.areKnown()) {
            values.put("valid/wordErrorRate", outputs.wordErrorRate());
            values.put("valid/characterErrorRate", outputs.characterErrorRate());
        }
        events.write(report.step(), values);
    }

    /**
     * Replays a line of a file of metrics to a listener.
     *
     * @param totalSteps the maximum number of steps of the training
     */
    public static void replay(JsonNode line, long totalSteps, TrainingListener listener) {
        long step = line.path("step").asLong(0);
        switch (line.path("kind").asString("")) {
            case "step" ->
                listener.step(new StepReport(
                        step,
                        totalSteps,
                        line.path("epoch").asInt(0),
                        number(line, "loss"),
                        number(line, "ess"),
                        number(line, "gradientNorm"),
                        line.path("pairs").asInt(0),
                        dreams(line),
                        Double.NaN));
            case "validation" ->
                listener.validated(new ValidationReport(
                        step,
                        number(line, "partialKl"),
                        number(line, "iwae"),
                        number(line, "ess"),
                        number(line, "expectedLength"),
                        new OutputErrors(number(line, "wordErrorRate"), number(line, "characterErrorRate")),
                        line.path("best").asBoolean(false)));
            default -> {
                // a line of a later version
            }
        }
    }

    private static DreamSums dreams(JsonNode line) {
        AcceptedMass mass = new AcceptedMass(
                line.path("dreams").asLong(0),
                line.path("dreamsAccepted").asLong(0),
                line.path("dreamsCut").asLong(0));
        long skipped = line.path("dreamsSkipped").asLong(0);
        return new DreamSums(mass, skipped, line.path("dreamLoss").asDouble(0) * (mass.accepted() - skipped));
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
