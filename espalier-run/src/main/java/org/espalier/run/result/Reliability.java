package org.espalier.run.result;

import java.util.Optional;
import org.espalier.run.metrics.CalibrationMetrics;
import org.espalier.run.metrics.ProbabilityCalibration;

/**
 * How far the probabilities of best outputs can be relied on.
 *
 * @param stated the metrics of the probabilities that are printed
 * @param fitted the temperature that calibrates them, and the bonus of listed words, if they are calibrated
 * @param before the metrics that they would have without calibration, if they are calibrated
 */
public record Reliability(
        CalibrationMetrics stated, Optional<ProbabilityCalibration> fitted, Optional<CalibrationMetrics> before) {
    /** Returns the reliability of probabilities that no temperature changes. */
    public static Reliability uncalibrated(CalibrationMetrics stated) {
        return new Reliability(stated, Optional.empty(), Optional.empty());
    }

    /** Returns the reliability of calibrated probabilities. */
    public static Reliability calibrated(
            CalibrationMetrics stated, ProbabilityCalibration fitted, CalibrationMetrics before) {
        return new Reliability(stated, Optional.of(fitted), Optional.of(before));
    }

    /** Returns whether the probabilities are not calibrated, and differ from the truth by more than chance explains. */
    public boolean needsCalibration() {
        return fitted.isEmpty()
                && stated.expectedCalibrationError().value()
                        > stated.errorByChance().high();
    }
}
