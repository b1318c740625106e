package org.espalier.model.train;

import java.util.ArrayList;
import java.util.List;

/** Records all reports, and throws or asks to stop after a given step. */
final class RecordingListener implements TrainingListener {
    final List<StepReport> steps = new ArrayList<>();
    final List<ValidationReport> validations = new ArrayList<>();
    final List<String> warnings = new ArrayList<>();
    long stopAfter = Long.MAX_VALUE;
    long failAfter = Long.MAX_VALUE;

    @Override
    public void step(StepReport report) {
        steps.add(report);
        if (report.step() == failAfter) {
            throw new IllegalStateException("killed");
        }
    }

    @Override
    public void validated(ValidationReport report) {
        validations.add(report);
    }

    @Override
    public void warning(String warning) {
        warnings.add(warning);
    }

    @Override
    public boolean stopRequested() {
        return !steps.isEmpty() && steps.get(steps.size() - 1).step() >= stopAfter;
    }
}
