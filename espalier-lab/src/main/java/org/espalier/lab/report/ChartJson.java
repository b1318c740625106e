package org.espalier.lab.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.stream.DoubleStream;
import org.espalier.lab.report.Chart.Axis;
import org.espalier.lab.report.Chart.Marker;
import org.espalier.lab.report.Chart.Series;
import org.espalier.lab.report.Chart.SeriesStyle;
import tools.jackson.databind.json.JsonMapper;

/** A chart as the script of the report reads it: points are lists of numbers with six significant digits. */
record ChartJson(String id, String title, JsonAxis x, JsonAxis y, List<JsonSeries> series) {
    private static final MathContext DIGITS = new MathContext(6);
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    record JsonAxis(String label, boolean logarithmic, List<Double> ticks) {}

    record JsonSeries(String name, String colour, boolean dashed, boolean labelled, List<List<BigDecimal>> dots) {}

    static String json(List<Chart> charts) {
        return MAPPER.writeValueAsString(charts.stream().map(ChartJson::of).toList());
    }

    private static ChartJson of(Chart chart) {
        return new ChartJson(
                chart.id(),
                chart.title(),
                axis(chart.x()),
                axis(chart.y()),
                chart.series().stream().map(ChartJson::series).toList());
    }

    private static JsonAxis axis(Axis axis) {
        return new JsonAxis(axis.label(), axis.isLogarithmic(), axis.ticks());
    }

    private static JsonSeries series(Series series) {
        return new JsonSeries(
                series.name(),
                series.colour(),
                series.style() == SeriesStyle.DASHED_LINE,
                series.isLabelled(),
                series.dots().stream().map(ChartJson::numbers).toList());
    }

    /** Returns the coordinates of a point and, if it is known, its error. */
    private static List<BigDecimal> numbers(Marker dot) {
        return DoubleStream.of(dot.x(), dot.y(), dot.error())
                .filter(Double::isFinite)
                .mapToObj(value -> new BigDecimal(value).round(DIGITS).stripTrailingZeros())
                .toList();
    }
}
