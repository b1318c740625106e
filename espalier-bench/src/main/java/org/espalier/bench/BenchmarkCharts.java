package org.espalier.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.espalier.lab.report.Chart;
import org.espalier.lab.report.Chart.Axis;
import org.espalier.lab.report.Chart.Marker;
import org.espalier.lab.report.Chart.Series;
import org.espalier.lab.report.Chart.SeriesStyle;

/** Makes the charts of the benchmarks. */
final class BenchmarkCharts {
    private static final String BLUE = "#1f7fc4";
    private static final String ORANGE = "#d9511c";
    private static final String GREY = "#7b8794";

    private BenchmarkCharts() {}

    /** Returns time by number of arcs, beside the line of equal cost per arc through the last point. */
    static Chart costAgainstSize(List<LatticeReport.SizeCost> sizes) {
        LatticeReport.SizeCost last = sizes.get(sizes.size() - 1);
        double microsPerArc = last.micros() / last.arcs();
        return new Chart(
                "lattice-cost",
                "The cost of a lattice is linear in its arcs",
                Axis.logarithmic("arcs of the lattice"),
                Axis.logarithmic("µs to build it"),
                List.of(
                        new Series(
                                "equal cost per arc",
                                GREY,
                                SeriesStyle.DASHED_LINE,
                                Stream.of(sizes.get(0), last)
                                        .map(size -> new Marker(size.arcs(), size.arcs() * microsPerArc))
                                        .toList()),
                        new Series(
                                "measured, pairs of " + sizes.get(0).length() + "×"
                                        + sizes.get(0).length() + " to " + last.length() + "×" + last.length(),
                                BLUE,
                                SeriesStyle.LINE,
                                sizes.stream()
                                        .map(size -> new Marker(size.arcs(), size.micros()))
                                        .toList())));
    }

    /** Returns the time of a training step beside those of its peers, one row per sampler. */
    static Chart steps(List<TrainingReport.Step> steps) {
        List<String> rows = new ArrayList<>();
        List<Marker> espalier = new ArrayList<>();
        List<Marker> peer = new ArrayList<>();
        List<Marker> pytorch = new ArrayList<>();
        String lastGroup = "";
        for (TrainingReport.Step step : steps) {
            if (step.peer() == null) {
                continue;
            }
            String group = step.task() + ", d = " + step.dimension();
            if (!group.equals(lastGroup)) {
                rows.add(group);
                lastGroup = group;
            }
            espalier.add(new Marker(step.espalier().median(), rows.size()));
            peer.add(new Marker(step.peer().median(), rows.size()));
            if (step.pytorch() != null) {
                pytorch.add(new Marker(step.pytorch().median(), rows.size()));
            }
            rows.add(step.sampler());
        }
        return new Chart(
                "training-steps",
                "Time of a training step",
                Axis.logarithmic("milliseconds"),
                Axis.categories(rows),
                List.of(
                        new Series("Espalier", BLUE, SeriesStyle.POINTS, espalier),
                        new Series("peer on the same libtorch", ORANGE, SeriesStyle.POINTS, peer),
                        new Series("PyTorch", GREY, SeriesStyle.POINTS, pytorch)));
    }

    /** Returns memory by training steps. */
    static Chart memory(List<MemoryUse> uses) {
        return new Chart(
                "soak-memory",
                "Memory over the steps of a training",
                Axis.linear("steps"),
                Axis.fromZero("MiB"),
                List.of(
                        line("resident set", BLUE, uses, MemoryUse::resident),
                        line("Java heap", ORANGE, uses, MemoryUse::heap),
                        line("JavaCPP's own allocations", GREY, uses, MemoryUse::pointers)));
    }

    private static Series line(
            String name, String colour, List<MemoryUse> uses, ToDoubleFunction<MemoryUse> mebibytes) {
        return new Series(
                name,
                colour,
                SeriesStyle.LINE,
                uses.stream()
                        .map(use -> new Marker(use.step(), mebibytes.applyAsDouble(use)))
                        .toList());
    }
}
