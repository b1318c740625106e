package org.espalier.app.run;

import java.util.LinkedHashMap;
import java.util.Map;
import org.espalier.model.train.StepReport;
import org.espalier.model.train.TrainingListener;
import org.espalier.model.train.ValidationReport;
import org.jspecify.annotations.Nullable;

/** Writes down what training tells of, in the folder of a run. */
public final class RunRecord implements TrainingListener, AutoCloseable {
    private final MetricsFile metrics;
    private final EventFile events;

    private RunRecord(MetricsFile metrics, EventFile events) {
        this.metrics = metrics;
        this.events = events;
    }

    /** To go on after a step. */
    public static RunRecord after(RunFolder run, long step) {
        return new RunRecord(run.metrics(step), run.events(step));
    }

    @Override
    public void step(StepReport report) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("kind", "step");
        line.put("step", report.step());
        line.put("epoch", report.epoch());
        line.put("loss", finite(report.loss()));
        line.put("ess", finite(report.ess()));
        line.put("gradientNorm", finite(report.gradientNorm()));
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
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("kind", "validation");
        line.put("step", report.step());
        line.put("partialKl", finite(report.partialKl()));
        line.put("iwae", finite(report.iwae()));
        line.put("ess", finite(report.ess()));
        line.put("expectedLength", finite(report.expectedLength()));
        line.put("best", report.best());
        metrics.write(line);
        Map<String, Double> values = new LinkedHashMap<>();
        values.put("valid/partialKl", report.partialKl());
        values.put("valid/iwae", report.iwae());
        values.put("valid/ess", report.ess());
        values.put("valid/expectedLength", report.expectedLength());
        events.write(report.step(), values);
    }

    /** JSON has no word for a number that is none. */
    private static @Nullable Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }

    @Override
    public void close() {
        try (metrics) {
            events.close();
        }
    }
}
