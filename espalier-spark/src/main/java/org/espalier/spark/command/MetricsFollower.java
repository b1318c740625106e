package org.espalier.spark.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.espalier.cli.run.TrainingView;
import org.espalier.fst.base.FileErrors;
import org.espalier.model.train.StepReport;
import org.espalier.model.train.TrainingListener;
import org.espalier.model.train.ValidationReport;
import org.espalier.run.folder.MetricsLines;
import org.espalier.run.folder.MetricsRecorder;
import org.espalier.run.folder.RunFolder;
import org.espalier.run.training.TrainingPosition;

/** Follows a training in other processes by reading its file of metrics, and passes its reports to a view. */
final class MetricsFollower implements TrainingListener {
    private final Path file;
    private final long totalSteps;
    private final TrainingView view;
    private long offset;
    private long step;
    private boolean hasStarted;

    private MetricsFollower(Path file, TrainingPosition start, TrainingView view, long offset) {
        this.file = file;
        this.totalSteps = start.totalSteps();
        this.step = start.step();
        this.view = view;
        this.offset = offset;
    }

    /** Follows a training from a position. The caller holds the lock of the folder, and the training has not started. */
    static MetricsFollower of(RunFolder folder, TrainingPosition start, TrainingView view) {
        folder.metrics(start.step()).close(); // deletes lines of steps that will be repeated
        try {
            return new MetricsFollower(folder.metricsFile(), start, view, Files.size(folder.metricsFile()));
        } catch (IOException e) {
            throw FileErrors.reading(folder.metricsFile().toString(), e);
        }
    }

    /** Reports all lines that were written since the last call. */
    void poll() {
        MetricsLines lines = MetricsLines.after(file, offset);
        if (!hasStarted && !lines.lines().isEmpty()) {
            view.restart();
            hasStarted = true;
        }
        offset = lines.end();
        lines.lines().forEach(line -> MetricsRecorder.replay(line, totalSteps, this));
    }

    /** Returns the last step that was reported. */
    long step() {
        return step;
    }

    @Override
    public void step(StepReport report) {
        step = report.step();
        if (Double.isNaN(report.gradientNorm())) {
            view.warning("step " + step + ": a gradient is not finite; the step does not change that network");
        }
        view.step(report);
    }

    @Override
    public void validated(ValidationReport report) {
        view.validated(report);
    }
}
