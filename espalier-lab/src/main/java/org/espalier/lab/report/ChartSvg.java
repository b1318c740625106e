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
import org.espalier.lab.report.Chart.Dot;
import org.espalier.lab.report.Chart.Series;

/** Draws a {@link Chart} as SVG. */
final class ChartSvg {
    private static final double WIDTH = 640;
    private static final double LEFT = 56;
    private static final double RIGHT = 620;
    private static final double TOP = 48;
    private static final double BOTTOM = 330;
    private static final double TEXT = 12;
    private static final double ROW = 20;
    private static final double SIGN = 26;
    private static final String INK = "#1d2b36";
    private static final String FAINT = "#5b6b78";
    private static final String GRID = "#e4e9ee";

    private final Chart chart;
    private final AxisScale x;
    private final AxisScale y;
    private final SvgWriter svg = new SvgWriter();

    private ChartSvg(Chart chart) {
        this.chart = chart;
        x = new AxisScale(chart.x(), values(Dot::x));
        y = new AxisScale(chart.y(), values(Dot::y));
    }

    static String draw(Chart chart) {
        return new ChartSvg(chart).draw();
    }

    private DoubleStream values(ToDoubleFunction<Dot> coordinate) {
        return chart.series().stream().flatMap(s -> s.dots().stream()).mapToDouble(coordinate);
    }

    private String draw() {
        svg.tag("text").set("class", "ink").set("x", LEFT).set("y", 24);
        svg.set("fill", INK).set("font-size", 15).set("font-weight", "600").text(chart.title());
        axes();
        chart.series().forEach(this::series);
        labels();
        double bottom = legend();
        return SvgWriter.page(WIDTH, bottom, chart.title(), svg);
    }

    private void axes() {
        svg.tag("g").set("class", "grid").set("stroke", GRID).open();
        y.ticks().forEach(tick -> line(new Point(LEFT, down(tick)), new Point(RIGHT, down(tick))));
        svg.close("g");
        svg.tag("g")
                .set("class", "faint")
                .set("fill", FAINT)
                .set("font-size", TEXT)
                .open();
        y.ticks().forEach(tick -> text(new Point(LEFT - 8, down(tick) + 4), "end", AxisScale.text(tick)));
        x.ticks().forEach(tick -> text(new Point(across(tick), BOTTOM + 18), "middle", AxisScale.text(tick)));
        text(new Point(LEFT, TOP - 8), "start", unit(chart.y()));
        text(new Point(RIGHT, BOTTOM + 36), "end", unit(chart.x()));
        svg.close("g");
        svg.tag("g").set("class", "axis").set("stroke", FAINT).open();
        line(new Point(LEFT, BOTTOM), new Point(RIGHT, BOTTOM));
        x.ticks().forEach(tick -> line(new Point(across(tick), BOTTOM), new Point(across(tick), BOTTOM + 4)));
        svg.close("g");
    }

    private static String unit(Chart.Axis axis) {
        return axis.label() + (axis.logarithmic() ? " (logarithmic)" : "");
    }

    private void series(Series series) {
        if (series.dots().isEmpty()) {
            return;
        }
        svg.tag("g").set("stroke", series.colour()).set("fill", series.colour()).set("stroke-width", 2);
        svg.set("stroke-linejoin", "round").open();
        StringBuilder path = new StringBuilder();
        for (Dot dot : series.dots()) {
            path.append(path.isEmpty() ? "M" : " L").append(SvgWriter.point(place(dot)));
        }
        svg.tag("path").set("d", path.toString()).set("fill", "none");
        dash(series).empty();
        boolean few = series.dots().size() <= 12;
        for (Dot dot : series.dots()) {
            error(dot);
            if (few) {
                svg.tag("circle").set("cx", "cy", place(dot)).set("r", series.labelled() ? 5 : 3);
                svg.title(
                        series.name() + "  " + AxisScale.text(dot.x()) + ", " + MeanAndError.number(dot.y(), 2),
                        "circle");
            }
        }
        svg.close("g");
    }

    private void error(Dot dot) {
        if (Double.isFinite(dot.error()) && !(chart.y().logarithmic() && dot.error() >= dot.y())) {
            svg.tag("line").set("stroke-width", 1).set("stroke-opacity", "0.6");
            double high = Math.max(TOP, down(dot.y() + dot.error()));
            double low = Math.min(BOTTOM, down(dot.y() - dot.error()));
            svg.set("x1", "y1", new Point(across(dot.x()), high)).set("x2", "y2", new Point(across(dot.x()), low));
            svg.empty();
        }
    }

    /** Names beside points, moved up or down where they would cover one another. */
    private void labels() {
        record Label(Series series, Point at) {}
        List<Label> labels = new ArrayList<>();
        for (Series series : chart.series()) {
            if (series.labelled()) {
                series.dots().forEach(dot -> labels.add(new Label(series, place(dot))));
            }
        }
        labels.sort(Comparator.comparingDouble(label -> label.at().y()));
        svg.tag("g").set("font-size", TEXT).open();
        List<Box> taken = new ArrayList<>();
        for (Label label : labels) {
            double width = SvgWriter.width(label.series().name(), TEXT);
            boolean left = label.at().x() + width + 10 > RIGHT;
            Point start = label.at().plus(new Point(left ? -10 - width : 10, 4));
            Box box = new Box(start, width);
            while (taken.stream().anyMatch(box::overlaps)) {
                box = new Box(box.start().plus(new Point(0, 2)), width);
            }
            taken.add(box);
            svg.tag("text")
                    .set("x", "y", box.start())
                    .set("fill", label.series().colour());
            svg.text(label.series().name());
        }
        svg.close("g");
    }

    private record Box(Point start, double width) {
        boolean overlaps(Box other) {
            return Math.abs(start.y() - other.start.y()) < TEXT + 2
                    && start.x() < other.start.x() + other.width
                    && other.start.x() < start.x() + width;
        }
    }

    /** One entry a name, however many series have it. Returns where the picture ends. */
    private double legend() {
        Map<String, Series> entries = new LinkedHashMap<>();
        chart.series().stream()
                .filter(series -> !series.labelled() && !series.dots().isEmpty())
                .forEach(series -> entries.putIfAbsent(series.name(), series));
        Point at = new Point(LEFT, BOTTOM + 60);
        svg.tag("g")
                .set("class", "faint")
                .set("fill", FAINT)
                .set("font-size", TEXT)
                .open();
        for (Series series : entries.values()) {
            double width = SIGN + SvgWriter.width(series.name(), TEXT) + 16;
            if (at.x() + width > RIGHT) {
                at = new Point(LEFT, at.y() + ROW);
            }
            svg.tag("line").set("x1", "y1", at.plus(new Point(0, -4)));
            svg.set("x2", "y2", at.plus(new Point(18, -4)))
                    .set("stroke", series.colour())
                    .set("stroke-width", 2.5);
            dash(series).empty();
            text(at.plus(new Point(SIGN, 0)), "start", series.name());
            at = at.plus(new Point(width, 0));
        }
        svg.close("g");
        return entries.isEmpty() ? BOTTOM + 50 : at.y() + ROW;
    }

    private SvgWriter dash(Series series) {
        return series.dashed() ? svg.set("stroke-dasharray", "5 3") : svg;
    }

    private void text(Point at, String anchor, String text) {
        svg.tag("text").set("x", "y", at).set("text-anchor", anchor).text(text);
    }

    private void line(Point from, Point to) {
        svg.tag("line").set("x1", "y1", from).set("x2", "y2", to).empty();
    }

    private Point place(Dot dot) {
        return new Point(across(dot.x()), down(dot.y()));
    }

    private double across(double value) {
        return LEFT + x.at(value) * (RIGHT - LEFT);
    }

    private double down(double value) {
        return BOTTOM - y.at(value) * (BOTTOM - TOP);
    }
}
