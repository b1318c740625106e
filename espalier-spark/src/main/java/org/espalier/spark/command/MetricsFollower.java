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
import org.espalier.run.folder.RunTraining;

/** Tells of a training that goes on elsewhere what it writes down of itself. */
final class MetricsFollower implements TrainingListener {
    private final Path file;
    private final long steps;
    private final TrainingView told;
    private long read;
    private long step;
    private boolean hasBegun;

    private MetricsFollower(Path file, RunTraining.Standing begin, TrainingView told, long read) {
        this.file = file;
        this.steps = begin.steps();
        this.step = begin.step();
        this.told = told;
        this.read = read;
    }

    /** Follows a training from where it goes on. Under the lock of its folder, and before it does. */
    static MetricsFollower of(RunFolder folder, RunTraining.Standing begin, TrainingView told) {
        folder.metrics(begin.step()).close(); // drops what will be done again
        try {
            return new MetricsFollower(folder.metricsFile(), begin, told, Files.size(folder.metricsFile()));
        } catch (IOException e) {
            throw FileErrors.reading(folder.metricsFile().toString(), e);
        }
    }

    /** Tells all that was written since the last time. */
    void look() {
        MetricsLines lines = MetricsLines.after(file, read);
        if (!hasBegun && !lines.lines().isEmpty()) {
            told.begin();
            hasBegun = true;
        }
        read = lines.end();
        lines.lines().forEach(line -> MetricsRecorder.tell(line, steps, this));
    }

    /** The last step that was told of. */
    long step() {
        return step;
    }

    @Override
    public void step(StepReport report) {
        step = report.step();
        if (Double.isNaN(report.gradientNorm())) {
            told.warning("step " + step + ": a gradient is not finite, and that network is not changed");
        }
        told.step(report);
    }

    @Override
    public void validated(ValidationReport report) {
        told.validated(report);
    }
}
