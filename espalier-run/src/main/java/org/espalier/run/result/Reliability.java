package org.espalier.run.result;

import java.util.Optional;
import org.espalier.fst.base.Plural;
import org.espalier.run.metrics.CalibrationMetrics;
import org.espalier.run.metrics.ProbabilityCalibration;

/**
 * How far the probabilities of best outputs can be relied on.
 *
 * @param stated the metrics of the probabilities that are printed
 * @param fitted the temperature that calibrates them, and the bonus of listed words, if they are calibrated
 * @param before the metrics that they would have without calibration, if they are calibrated
 * @param calibratedVoters the number of members of an ensemble that vote with a calibration of their own
 */
public record Reliability(
        CalibrationMetrics stated,
        Optional<ProbabilityCalibration> fitted,
        Optional<CalibrationMetrics> before,
        long calibratedVoters) {
    /** Returns the reliability of probabilities that no temperature changes. */
    public static Reliability uncalibrated(CalibrationMetrics stated) {
        return ofVote(stated, 0);
    }

    /** Returns the reliability of the probabilities of a vote, which has no temperature beside those of members. */
    public static Reliability ofVote(CalibrationMetrics stated, long calibratedVoters) {
        return new Reliability(stated, Optional.empty(), Optional.empty(), calibratedVoters);
    }

    /** Returns the reliability of calibrated probabilities. */
    public static Reliability calibrated(
            CalibrationMetrics stated, ProbabilityCalibration fitted, CalibrationMetrics before) {
        return new Reliability(stated, Optional.of(fitted), Optional.of(before), 0);
    }

    /** Says what is known of the calibration of probabilities to which nothing was fitted. */
    public String withoutFit() {
        return calibratedVoters == 0
                ? "not calibrated"
                : "with the " + Plural.form(calibratedVoters, "vote", "votes") + " of "
                        + Plural.of(calibratedVoters, "calibrated member");
    }

    /** Returns whether the probabilities are not calibrated, and differ from the truth by more than chance explains. */
    public boolean needsCalibration() {
        return fitted.isEmpty()
                && calibratedVoters == 0
                && stated.expectedCalibrationError().value()
                        > stated.errorByChance().high();
    }
}
