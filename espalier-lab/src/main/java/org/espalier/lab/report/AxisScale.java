package org.espalier.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.espalier.lab.report.Chart.Axis;
import org.espalier.lab.report.Chart.AxisKind;

/** Maps the values of an axis to positions between 0 and 1, and chooses its ticks. */
final class AxisScale {
    /** By which fraction of its length an axis extends beyond its values at either end. */
    private static final double MARGIN = 0.05;

    private static final int TICKS = 5;

    private final Axis axis;
    private final double from;
    private final double to;
    private final List<Double> ticks;

    AxisScale(Axis axis, DoubleStream values) {
        this.axis = axis;
        if (axis.hasCategories()) {
            from = axis.categories().size() - 0.5;
            to = -0.5;
            ticks = IntStream.range(0, axis.categories().size())
                    .asDoubleStream()
                    .boxed()
                    .toList();
            return;
        }
        var range = values.map(this::transformed).summaryStatistics();
        double low = axis.kind() == AxisKind.FROM_ZERO ? 0 : range.getMin();
        double length = range.getMax() - low;
        double margin = length > 0 ? MARGIN * length : axis.isLogarithmic() ? 0.3 : Math.max(1, 0.1 * Math.abs(low));
        from = axis.kind() == AxisKind.FROM_ZERO ? 0 : low - margin;
        to = range.getMax() + margin;
        ticks = axis.ticks().isEmpty() ? findTicks() : axis.ticks();
    }

    private double transformed(double value) {
        return axis.isLogarithmic() ? Math.log10(value) : value;
    }

    double at(double value) {
        return (transformed(value) - from) / (to - from);
    }

    List<Double> ticks() {
        return ticks;
    }

    /** Returns the text of a tick: its category, or its number in as few digits as it needs. */
    String text(double tick) {
        return axis.hasCategories() ? axis.categories().get((int) tick) : number(tick);
    }

    private List<Double> findTicks() {
        return axis.isLogarithmic() ? logarithmicTicks() : linearTicks(from, to);
    }

    /**
     * Returns powers of ten, on a short axis also 2 and 5 times these. If the axis covers fewer than three of them, returns
     * round numbers.
     */
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

    private static String number(double tick) {
        double size = Math.abs(tick);
        if (size >= 10_000) {
            return MeanAndError.number(tick / 1000, tick % 1000 == 0 ? 0 : 1) + "k";
        }
        String text = MeanAndError.number(tick, 4);
        return text.contains(".") ? text.replaceAll("\\.?0+$", "") : text;
    }
}
