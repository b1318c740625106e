package org.espalier.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import org.espalier.lab.report.Chart.Axis;

/** Where numbers lie on an axis: from 0 at its beginning to 1 at its end. */
final class AxisScale {
    /** How far an axis reaches beyond its numbers, and about how many ticks it has. */
    private static final double MARGIN = 0.05;

    private static final int TICKS = 5;

    private final boolean logarithmic;
    private final double from;
    private final double to;
    private final List<Double> ticks;

    AxisScale(Axis axis, DoubleStream values) {
        logarithmic = axis.logarithmic();
        var range = values.map(this::place).summaryStatistics();
        double length = range.getMax() - range.getMin();
        double margin = length > 0 ? MARGIN * length : logarithmic ? 0.3 : Math.max(1, 0.1 * Math.abs(range.getMin()));
        from = range.getMin() - margin;
        to = range.getMax() + margin;
        ticks = axis.ticks().isEmpty() ? findTicks() : axis.ticks();
    }

    private double place(double value) {
        return logarithmic ? Math.log10(value) : value;
    }

    double at(double value) {
        return (place(value) - from) / (to - from);
    }

    List<Double> ticks() {
        return ticks;
    }

    private List<Double> findTicks() {
        return logarithmic ? logarithmicTicks() : linearTicks(from, to);
    }

    /** 1, 2 and 5 times powers of ten, or, where few of these lie on the axis, round numbers. */
    private List<Double> logarithmicTicks() {
        List<Double> found = new ArrayList<>();
        List<Integer> steps = to - from > 3 ? List.of(1) : List.of(1, 2, 5);
        for (int power = (int) Math.floor(from); power <= to; power++) {
            for (int step : steps) {
                double tick = step * Math.pow(10, power);
                if (at(tick) >= 0 && at(tick) <= 1) {
                    found.add(tick);
                }
            }
        }
        return found.size() >= 3 ? found : linearTicks(Math.pow(10, from), Math.pow(10, to));
    }

    private static List<Double> linearTicks(double low, double high) {
        double rough = (high - low) / TICKS;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double step = power * (rough / power < 1.5 ? 1 : rough / power < 3.5 ? 2 : rough / power < 7.5 ? 5 : 10);
        List<Double> found = new ArrayList<>();
        for (long k = (long) Math.ceil(low / step); k * step <= high; k++) {
            found.add(k * step);
        }
        return found;
    }

    /** A tick in as few digits as it needs. */
    static String text(double tick) {
        double size = Math.abs(tick);
        if (size >= 10_000) {
            return MeanAndError.number(tick / 1000, tick % 1000 == 0 ? 0 : 1) + "k";
        }
        String text = MeanAndError.number(tick, 4);
        return text.contains(".") ? text.replaceAll("\\.?0+$", "") : text;
    }
}
