package org.espalier.bench;

import java.awt.Color;
import java.awt.Font;
import java.util.List;
import java.util.regex.Pattern;
import org.espalier.fst.Alphabet;
import org.jfree.svg.SVGGraphics2D;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Plots of measurements, as SVG. */
final class BenchmarkPlots {
    private static final int WIDTH = 640;
    private static final int HEIGHT = 420;

    private static final Color OURS = new Color(0x0072B2);
    private static final Color GREY = new Color(0xBBBBBB);

    private static final Pattern FRACTION = Pattern.compile("(\\.\\d\\d)\\d+");

    private BenchmarkPlots() {}

    /** Time against arcs on logarithmic axes, beside the line of equal cost an arc through the last point. */
    static String costAgainstSize(List<Double> arcs, List<Double> micros) {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title("Cost of a lattice is linear in its arcs")
                .xAxisTitle("arcs of the lattice")
                .yAxisTitle("µs to build it")
                .build();
        plain(chart.getStyler());
        chart.getStyler().setPlotGridLinesVisible(false);
        chart.getStyler()
                .setXAxisLogarithmic(true)
                .setYAxisLogarithmic(true)
                .setLegendPosition(Styler.LegendPosition.InsideNW);
        int last = arcs.size() - 1;
        double perArc = micros.get(last) / arcs.get(last);
        XYSeries linear = chart.addSeries(
                "linear", arcs, arcs.stream().map(a -> a * perArc).toList());
        linear.setMarker(SeriesMarkers.NONE);
        linear.setLineColor(GREY);
        XYSeries measured = chart.addSeries("measured, 10×10 to 320×320", arcs, micros);
        measured.setMarker(SeriesMarkers.CIRCLE);
        measured.setMarkerColor(OURS);
        measured.setLineColor(OURS);
        return svg(chart);
    }

    /** Whole steps of training beside those of peers, a group of bars for each. */
    static String steps(List<TrainingReport.Step> steps) {
        List<TrainingReport.Step> compared =
                steps.stream().filter(step -> step.timesAsFast().isPresent()).toList();
        CategoryChart chart = new CategoryChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title("A step of training")
                .yAxisTitle("ms")
                .build();
        plain(chart.getStyler());
        chart.getStyler().setPlotGridLinesVisible(false);
        double least = compared.stream()
                .mapToDouble(step -> step.espalier().median())
                .min()
                .orElse(1);
        // Bars would otherwise begin at zero, which has no place on a logarithmic axis.
        chart.getStyler()
                .setYAxisLogarithmic(true)
                .setYAxisMin(Math.pow(10, Math.floor(Math.log10(least))))
                .setXAxisLabelRotation(60)
                .setXAxisMaxLabelCount(compared.size());
        List<String> names = compared.stream().map(BenchmarkPlots::label).toList();
        chart.addSeries(
                        "Espalier",
                        names,
                        compared.stream().map(step -> step.espalier().median()).toList())
                .setFillColor(OURS);
        chart.addSeries(
                        "peer",
                        names,
                        compared.stream()
                                .map(step -> step.espalier().median()
                                        * step.timesAsFast().orElseThrow())
                                .toList())
                .setFillColor(GREY);
        return svg(chart);
    }

    private static String label(TrainingReport.Step step) {
        return step.sampler() + " " + step.dimension() + ", "
                + Alphabet.words(step.task()).get(0);
    }

    /** Memory against steps. */
    static String memory(List<MemoryUse> uses) {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title("Memory over steps of training")
                .xAxisTitle("steps")
                .yAxisTitle("MiB")
                .build();
        plain(chart.getStyler());
        chart.getStyler().setPlotGridLinesVisible(false);
        chart.getStyler().setYAxisMin(0.0);
        List<Integer> steps = uses.stream().map(MemoryUse::step).toList();
        line(
                chart,
                "resident set",
                steps,
                uses.stream().map(MemoryUse::resident).toList(),
                OURS);
        line(chart, "Java heap", steps, uses.stream().map(MemoryUse::heap).toList(), new Color(0xD55E00));
        line(chart, "JavaCPP", steps, uses.stream().map(MemoryUse::pointers).toList(), GREY);
        return svg(chart);
    }

    private static void line(XYChart chart, String name, List<Integer> x, List<Double> y, Color color) {
        XYSeries series = chart.addSeries(name, x, y);
        series.setMarker(SeriesMarkers.NONE);
        series.setLineColor(color);
    }

    private static void plain(Styler styler) {
        styler.setChartBackgroundColor(Color.WHITE)
                .setLegendBorderColor(Color.WHITE)
                .setLegendPosition(Styler.LegendPosition.OutsideS)
                .setLegendLayout(Styler.LegendLayout.Horizontal)
                .setBaseFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
    }

    private static String svg(Chart<?, ?> chart) {
        SVGGraphics2D graphics = new SVGGraphics2D(WIDTH, HEIGHT);
        chart.paint(graphics, WIDTH, HEIGHT);
        // Letters are drawn as outlines with numbers of fifteen digits; nobody sees more than two of their fractions.
        return FRACTION.matcher(graphics.getSVGDocument()).replaceAll("$1");
    }
}
