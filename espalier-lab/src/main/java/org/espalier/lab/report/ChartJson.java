package org.espalier.lab.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.stream.DoubleStream;
import org.espalier.lab.report.Chart.Axis;
import org.espalier.lab.report.Chart.Dot;
import org.espalier.lab.report.Chart.Series;
import tools.jackson.databind.json.JsonMapper;

/** Charts as the script of the page reads them: points are lists, and numbers have the digits that one can see. */
record ChartJson(String id, String title, Axis x, Axis y, List<Line> series) {
    private static final MathContext DIGITS = new MathContext(6);
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    record Line(String name, String colour, boolean dashed, boolean labelled, List<List<BigDecimal>> dots) {}

    static String json(List<Chart> charts) {
        return MAPPER.writeValueAsString(charts.stream().map(ChartJson::of).toList());
    }

    private static ChartJson of(Chart chart) {
        return new ChartJson(
                chart.id(),
                chart.title(),
                chart.x(),
                chart.y(),
                chart.series().stream().map(ChartJson::line).toList());
    }

    private static Line line(Series series) {
        return new Line(
                series.name(),
                series.colour(),
                series.dashed(),
                series.labelled(),
                series.dots().stream().map(ChartJson::numbers).toList());
    }

    /** The place of a point and, where it is known, its error. */
    private static List<BigDecimal> numbers(Dot dot) {
        return DoubleStream.of(dot.x(), dot.y(), dot.error())
                .filter(Double::isFinite)
                .mapToObj(value -> new BigDecimal(value).round(DIGITS).stripTrailingZeros())
                .toList();
    }
}
