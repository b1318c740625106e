package org.espalier.bench;

import java.awt.Color;
import java.awt.Font;
import java.util.List;
import org.jfree.svg.SVGGraphics2D;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Plots of measurements, as SVG. */
final class Plot {
    private static final int WIDTH = 640;
    private static final int HEIGHT = 420;

    private Plot() {}

    /** Time against arcs on logarithmic axes, beside the line of equal cost an arc through the last point. */
    static String costAgainstSize(List<Double> arcs, List<Double> micros) {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title("Cost of a lattice is linear in its arcs")
                .xAxisTitle("arcs of the lattice")
                .yAxisTitle("µs to build it")
                .build();
        chart.getStyler().setPlotGridLinesVisible(false);
        chart.getStyler()
                .setXAxisLogarithmic(true)
                .setYAxisLogarithmic(true)
                .setChartBackgroundColor(Color.WHITE)
                .setLegendBorderColor(Color.WHITE)
                .setLegendPosition(Styler.LegendPosition.InsideNW)
                .setBaseFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
        int last = arcs.size() - 1;
        double perArc = micros.get(last) / arcs.get(last);
        XYSeries linear = chart.addSeries(
                "linear", arcs, arcs.stream().map(a -> a * perArc).toList());
        linear.setMarker(SeriesMarkers.NONE);
        linear.setLineColor(new Color(0xBBBBBB));
        XYSeries measured = chart.addSeries("measured, 10×10 to 320×320", arcs, micros);
        measured.setMarker(SeriesMarkers.CIRCLE);
        measured.setMarkerColor(new Color(0x0072B2));
        measured.setLineColor(new Color(0x0072B2));
        SVGGraphics2D graphics = new SVGGraphics2D(WIDTH, HEIGHT);
        chart.paint(graphics, WIDTH, HEIGHT);
        return graphics.getSVGDocument();
    }
}
