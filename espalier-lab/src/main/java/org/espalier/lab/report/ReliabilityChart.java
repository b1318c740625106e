package org.espalier.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.espalier.lab.report.Chart.Axis;
import org.espalier.lab.report.Chart.Marker;
import org.espalier.lab.report.Chart.Series;
import org.espalier.lab.report.Chart.SeriesStyle;
import org.espalier.run.metrics.CalibrationMetrics;
import org.espalier.run.metrics.CalibrationMetrics.ReliabilityBin;
import org.espalier.run.result.Reliability;

/** Makes a reliability diagram: how often best outputs are right, by the probability that a model states for them. */
public final class ReliabilityChart {
    private static final String BLUE = "#1f7fc4";
    private static final String ORANGE = "#d9511c";
    private static final String GREY = "#7b8794";

    /** The number of standard errors on each side in a 95 % interval. */
    private static final double Z = 1.96;

    private ReliabilityChart() {}

    /**
     * Returns the diagram, with a point per bin and an interval of 95 % for the share that is right, and beside it the line on which
     * probabilities are perfectly calibrated. Calibrated probabilities are shown before calibration, too.
     *
     * @param of what the inputs are
     */
    public static Chart of(Reliability reliability, String of) {
        List<Series> series = new ArrayList<>();
        series.add(new Series(
                "perfectly calibrated", GREY, SeriesStyle.DASHED_LINE, List.of(new Marker(0, 0), new Marker(1, 1))));
        reliability.before().ifPresent(before -> series.add(series("before calibration", ORANGE, before)));
        series.add(reliability
                .fitted()
                .map(fitted -> series(
                        String.format(
                                Locale.ROOT,
                                "calibrated, temperature %.2f",
                                fitted.temperature().value()),
                        BLUE,
                        reliability.stated()))
                .orElseGet(() -> series(reliability.withoutFit(), ORANGE, reliability.stated())));
        return new Chart(
                "reliability",
                "Reliability of probabilities: " + of,
                Axis.linear("probability of the best output"),
                Axis.linear("share of best outputs that are right"),
                series);
    }

    private static Series series(String name, String colour, CalibrationMetrics metrics) {
        return new Series(
                String.format(
                        Locale.ROOT,
                        "%s (error %.3f)",
                        name,
                        metrics.expectedCalibrationError().value()),
                colour,
                SeriesStyle.LINE,
                metrics.bins().stream()
                        .map(bin -> new Marker(bin.probability(), bin.accuracy(), halfWidth(bin)))
                        .toList());
    }

    /** Returns half the width of the interval of Agresti and Coull, which is not zero where all outputs are right. */
    private static double halfWidth(ReliabilityBin bin) {
        double inputs = bin.inputs() + Z * Z;
        double share = (bin.accuracy() * bin.inputs() + Z * Z / 2) / inputs;
        return Z * Math.sqrt(share * (1 - share) / inputs);
    }
}
