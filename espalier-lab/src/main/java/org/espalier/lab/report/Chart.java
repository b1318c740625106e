package org.espalier.lab.report;

import java.util.List;
import java.util.stream.DoubleStream;

/**
 * A chart, independent of how it is drawn: {@link ChartSvg} draws it as SVG, and the script of the report draws it in
 * the browser.
 *
 * @param id the name of its file, without extension
 */
public record Chart(String id, String title, Axis x, Axis y, List<Series> series) {
    /** How values are laid out along an axis. */
    public enum AxisKind {
        /** Equal distances are equal differences. The axis covers the values. */
        LINEAR,
        /** As {@link #LINEAR}, but the axis starts at 0. */
        FROM_ZERO,
        /** Equal distances are equal ratios. */
        LOGARITHMIC,
        /** The values are indices of named categories. */
        CATEGORIES
    }

    /**
     * An axis.
     *
     * @param ticks the values to label; if empty, round values are chosen
     * @param categories the names of the categories, if the axis has any; the first is at the top of a vertical axis
     */
    public record Axis(String label, AxisKind kind, List<Double> ticks, List<String> categories) {
        public Axis {
            ticks = List.copyOf(ticks);
            categories = List.copyOf(categories);
        }

        public static Axis linear(String label) {
            return new Axis(label, AxisKind.LINEAR, List.of(), List.of());
        }

        public static Axis fromZero(String label) {
            return new Axis(label, AxisKind.FROM_ZERO, List.of(), List.of());
        }

        /** Returns a logarithmic axis; see {@link #ticks()}. */
        public static Axis logarithmic(String label, double... ticks) {
            return new Axis(
                    label, AxisKind.LOGARITHMIC, DoubleStream.of(ticks).boxed().toList(), List.of());
        }

        public static Axis categories(List<String> names) {
            return new Axis("", AxisKind.CATEGORIES, List.of(), names);
        }

        boolean isLogarithmic() {
            return kind == AxisKind.LOGARITHMIC;
        }

        boolean hasCategories() {
            return kind == AxisKind.CATEGORIES;
        }
    }

    /**
     * A point of a series.
     *
     * @param error the error of y, or NaN if unknown
     */
    public record Marker(double x, double y, double error) {
        public Marker(double x, double y) {
            this(x, y, Double.NaN);
        }
    }

    /** How a series is drawn. */
    public enum SeriesStyle {
        LINE,
        DASHED_LINE,
        /** Separate points; the legend has the name. */
        POINTS,
        /** Separate points with the name of the series beside each. */
        LABELLED_POINTS
    }

    /**
     * The points of one series. Series of the same name share one entry of the legend.
     *
     * @param colour a CSS colour
     */
    public record Series(String name, String colour, SeriesStyle style, List<Marker> dots) {
        public Series {
            dots = List.copyOf(dots);
        }

        boolean isLine() {
            return style == SeriesStyle.LINE || style == SeriesStyle.DASHED_LINE;
        }

        boolean isLabelled() {
            return style == SeriesStyle.LABELLED_POINTS;
        }
    }

    public Chart {
        series = List.copyOf(series);
    }

    /** Returns whether no series has a point. */
    boolean isEmpty() {
        return series.stream().allMatch(s -> s.dots().isEmpty());
    }
}
