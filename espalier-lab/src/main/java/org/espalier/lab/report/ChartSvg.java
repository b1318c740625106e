package org.espalier.lab.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.espalier.fst.draw.Point;
import org.espalier.fst.draw.SvgWriter;
import org.espalier.lab.report.Chart.Marker;
import org.espalier.lab.report.Chart.Series;
import org.espalier.lab.report.Chart.SeriesStyle;

/** Draws a {@link Chart} as SVG. */
public final class ChartSvg {
    private static final double WIDTH = 640;
    private static final double MIN_LEFT = 56;
    private static final double HEADING_LEFT = 20;
    private static final double RIGHT = 620;
    private static final double TOP = 48;
    private static final double PLOT_HEIGHT = 282;
    private static final double CATEGORY_HEIGHT = 17;
    private static final double FONT_SIZE = 12;
    private static final double LEGEND_ROW = 20;
    private static final double LEGEND_SIGN = 26;
    /** The number of points up to which the points of a line are marked. */
    private static final int MAX_MARKED = 12;

    private static final String INK = "#1d2b36";
    private static final String FAINT = "#5b6b78";
    private static final String GRID = "#e4e9ee";

    private final Chart chart;
    private final AxisScale x;
    private final AxisScale y;
    private final double left;
    private final double bottom;
    private final SvgWriter svg = new SvgWriter();

    private ChartSvg(Chart chart) {
        this.chart = chart;
        x = new AxisScale(chart.x(), values(Marker::x));
        y = new AxisScale(chart.y(), values(Marker::y));
        double labels = y.ticks().stream()
                .mapToDouble(tick -> SvgWriter.width(y.text(tick), FONT_SIZE))
                .max()
                .orElse(0);
        left = Math.max(MIN_LEFT, labels + 24);
        bottom = TOP
                + Math.max(
                        chart.y().hasCategories() ? 0 : PLOT_HEIGHT,
                        CATEGORY_HEIGHT * chart.y().categories().size());
    }

    /** Returns the chart as an SVG document. */
    public static String draw(Chart chart) {
        return new ChartSvg(chart).draw();
    }

    private DoubleStream values(ToDoubleFunction<Marker> coordinate) {
        return chart.series().stream().flatMap(s -> s.dots().stream()).mapToDouble(coordinate);
    }

    private String draw() {
        svg.tag("text").set("class", "ink").set("x", chart.y().hasCategories() ? HEADING_LEFT : left);
        svg.set("y", 24).set("fill", INK).set("font-size", 15).set("font-weight", "600");
        svg.text(chart.title());
        grid();
        tickTexts();
        axisLine();
        chart.series().forEach(this::series);
        labels();
        double end = legend();
        return SvgWriter.page(WIDTH, end, chart.title(), svg);
    }

    private void grid() {
        svg.tag("g").set("class", "grid").set("stroke", GRID).open();
        if (chart.y().hasCategories()) {
            x.ticks().forEach(tick -> line(new Point(across(tick), TOP), new Point(across(tick), bottom)));
        }
        y.ticks().stream()
                .filter(this::needsGridLine)
                .forEach(tick -> line(new Point(left, down(tick)), new Point(RIGHT, down(tick))));
        svg.close("g");
    }

    /** A category without points is a heading for those below it. */
    private boolean needsGridLine(double tick) {
        return !chart.y().hasCategories() || values(Marker::y).anyMatch(value -> value == tick);
    }

    private void tickTexts() {
        svg.tag("g")
                .set("class", "faint")
                .set("fill", FAINT)
                .set("font-size", FONT_SIZE)
                .open();
        for (double tick : y.ticks()) {
            if (needsGridLine(tick)) {
                text(new Point(left - 8, down(tick) + 4), "end", y.text(tick));
            } else {
                svg.tag("text").set("class", "ink").set("x", "y", new Point(HEADING_LEFT, down(tick) + 4));
                svg.set("fill", INK).text(y.text(tick));
            }
        }
        x.ticks().forEach(tick -> text(new Point(across(tick), bottom + 18), "middle", x.text(tick)));
        text(new Point(left, TOP - 8), "start", unit(chart.y()));
        text(new Point(RIGHT, bottom + 36), "end", unit(chart.x()));
        svg.close("g");
    }

    private void axisLine() {
        svg.tag("g").set("class", "axis").set("stroke", FAINT).open();
        line(new Point(left, bottom), new Point(RIGHT, bottom));
        x.ticks().forEach(tick -> line(new Point(across(tick), bottom), new Point(across(tick), bottom + 4)));
        svg.close("g");
    }

    private static String unit(Chart.Axis axis) {
        return axis.label() + (axis.isLogarithmic() ? " (logarithmic)" : "");
    }

    private void series(Series series) {
        if (series.dots().isEmpty()) {
            return;
        }
        svg.tag("g").set("stroke", series.colour()).set("fill", series.colour()).set("stroke-width", 2);
        svg.set("stroke-linejoin", "round").open();
        if (series.isLine()) {
            StringBuilder path = new StringBuilder();
            for (Marker dot : series.dots()) {
                path.append(path.isEmpty() ? "M" : " L").append(SvgWriter.point(place(dot)));
            }
            svg.tag("path").set("d", path.toString()).set("fill", "none");
            dash(series).empty();
        }
        boolean marked = !series.isLine() || series.dots().size() <= MAX_MARKED;
        for (Marker dot : series.dots()) {
            error(dot);
            if (marked) {
                svg.tag("circle").set("cx", "cy", place(dot)).set("r", series.isLabelled() ? 5 : 3);
                svg.title(series.name() + "  " + description(dot), "circle");
            }
        }
        svg.close("g");
    }

    private String description(Marker dot) {
        return chart.y().hasCategories()
                ? MeanAndError.number(dot.x(), 2)
                : x.text(dot.x()) + ", " + MeanAndError.number(dot.y(), 2);
    }

    private void error(Marker dot) {
        if (Double.isFinite(dot.error()) && !(chart.y().isLogarithmic() && dot.error() >= dot.y())) {
            svg.tag("line").set("stroke-width", 1).set("stroke-opacity", "0.6");
            double high = Math.max(TOP, down(dot.y() + dot.error()));
            double low = Math.min(bottom, down(dot.y() - dot.error()));
            svg.set("x1", "y1", new Point(across(dot.x()), high)).set("x2", "y2", new Point(across(dot.x()), low));
            svg.empty();
        }
    }

    /** Writes the names of series beside their points. A name that would overlap another moves down. */
    private void labels() {
        record Label(Series series, Point at) {}
        List<Label> labels = new ArrayList<>();
        for (Series series : chart.series()) {
            if (series.isLabelled()) {
                series.dots().forEach(dot -> labels.add(new Label(series, place(dot))));
            }
        }
        labels.sort(Comparator.comparingDouble(label -> label.at().y()));
        svg.tag("g").set("font-size", FONT_SIZE).open();
        List<TextBox> taken = new ArrayList<>();
        for (Label label : labels) {
            double width = SvgWriter.width(label.series().name(), FONT_SIZE);
            boolean leftOfPoint = label.at().x() + width + 10 > RIGHT;
            Point start = label.at().plus(new Point(leftOfPoint ? -10 - width : 10, 4));
            TextBox box = new TextBox(start, width);
            while (taken.stream().anyMatch(box::overlaps)) {
                box = new TextBox(box.start().plus(new Point(0, 2)), width);
            }
            taken.add(box);
            svg.tag("text")
                    .set("x", "y", box.start())
                    .set("fill", label.series().colour());
            svg.text(label.series().name());
        }
        svg.close("g");
    }

    private record TextBox(Point start, double width) {
        boolean overlaps(TextBox other) {
            return Math.abs(start.y() - other.start.y()) < FONT_SIZE + 2
                    && start.x() < other.start.x() + other.width
                    && other.start.x() < start.x() + width;
        }
    }

    /** Draws one entry per name and returns the height of the picture. */
    private double legend() {
        Map<String, Series> entries = new LinkedHashMap<>();
        chart.series().stream()
                .filter(series -> !series.isLabelled() && !series.dots().isEmpty())
                .forEach(series -> entries.putIfAbsent(series.name(), series));
        Point at = new Point(left, bottom + 60);
        svg.tag("g")
                .set("class", "faint")
                .set("fill", FAINT)
                .set("font-size", FONT_SIZE)
                .open();
        for (Series series : entries.values()) {
            double width = LEGEND_SIGN + SvgWriter.width(series.name(), FONT_SIZE) + 16;
            if (at.x() + width > RIGHT) {
                at = new Point(left, at.y() + LEGEND_ROW);
            }
            legendSign(series, at);
            text(at.plus(new Point(LEGEND_SIGN, 0)), "start", series.name());
            at = at.plus(new Point(width, 0));
        }
        svg.close("g");
        return entries.isEmpty() ? bottom + 50 : at.y() + LEGEND_ROW;
    }

    private void legendSign(Series series, Point at) {
        if (series.isLine()) {
            svg.tag("line").set("x1", "y1", at.plus(new Point(0, -4)));
            svg.set("x2", "y2", at.plus(new Point(18, -4)))
                    .set("stroke", series.colour())
                    .set("stroke-width", 2.5);
            dash(series).empty();
        } else {
            svg.tag("circle").set("cx", "cy", at.plus(new Point(9, -4))).set("r", 4);
            svg.set("fill", series.colour()).empty();
        }
    }

    private SvgWriter dash(Series series) {
        return series.style() == SeriesStyle.DASHED_LINE ? svg.set("stroke-dasharray", "5 3") : svg;
    }

    private void text(Point at, String anchor, String text) {
        svg.tag("text").set("x", "y", at).set("text-anchor", anchor).text(text);
    }

    private void line(Point from, Point to) {
        svg.tag("line").set("x1", "y1", from).set("x2", "y2", to).empty();
    }

    private Point place(Marker dot) {
        return new Point(across(dot.x()), down(dot.y()));
    }

    private double across(double value) {
        return left + x.at(value) * (RIGHT - left);
    }

    private double down(double value) {
        return bottom - y.at(value) * (bottom - TOP);
    }
}
