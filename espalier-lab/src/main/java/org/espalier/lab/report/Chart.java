package org.espalier.lab.report;

import java.util.List;

/**
 * A plot before it is drawn.
 *
 * @param id its name in files
 */
record Chart(String id, String title, Axis x, Axis y, List<Series> series) {
    /**
     * An axis.
     *
     * @param logarithmic whether equal distances are equal ratios
     * @param ticks where to write numbers; where none are given, wherever it looks well
     */
    record Axis(String label, boolean logarithmic, List<Double> ticks) {
        static Axis linear(String label) {
            return new Axis(label, false, List.of());
        }

        static Axis logarithmic(String label) {
            return new Axis(label, true, List.of());
        }
    }

    /** A value with its error, NaN where it has none. */
    record Dot(double x, double y, double error) {}

    /**
     * Points of one sampler.
     *
     * @param labelled whether its name stands beside its points, and not in a legend
     */
    record Series(String name, String colour, boolean dashed, boolean labelled, List<Dot> dots) {}

    /** Whether there is a point to draw. */
    boolean isEmpty() {
        return series.stream().allMatch(s -> s.dots().isEmpty());
    }
}
