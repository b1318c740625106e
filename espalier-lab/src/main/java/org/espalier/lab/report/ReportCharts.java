package org.espalier.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.espalier.lab.report.Chart.Axis;
import org.espalier.lab.report.Chart.Marker;
import org.espalier.lab.report.Chart.Series;
import org.espalier.lab.report.Chart.SeriesStyle;
import org.espalier.lab.results.ExperimentResults;
import org.espalier.lab.results.RefinementErrors;
import org.espalier.lab.results.RefinementErrors.OfBudget;
import org.espalier.lab.results.SamplerResult;
import org.espalier.lab.results.SamplerVariant;
import org.espalier.lab.results.TaskResults;
import org.espalier.lab.results.TaskResults.CurvePoint;
import org.espalier.model.estimate.Estimate;

/** Makes the charts of the report. A chart without points is omitted. */
final class ReportCharts {
    /** The ratio of the largest to the smallest value above which an axis is logarithmic. */
    private static final double MAX_LINEAR_RATIO = 4;

    private final List<TaskSummary> tasks;

    ReportCharts(ExperimentResults results) {
        tasks = TaskSummary.of(results);
    }

    /** Returns, for each task, the validation by steps and by seconds of training. */
    List<Chart> learning() {
        List<Chart> charts = new ArrayList<>();
        for (TaskSummary task : tasks) {
            charts.add(learning(task, "steps", "step", CurvePoint::step));
            charts.add(learning(task, "seconds", "seconds of training", CurvePoint::seconds));
        }
        return shown(charts);
    }

    private static Chart learning(TaskSummary task, String id, String label, ToDoubleFunction<CurvePoint> x) {
        List<Series> series = new ArrayList<>();
        for (SamplerVariant sampler : task.samplers()) {
            for (SamplerResult seed : task.at(sampler)) {
                series.add(series(
                        sampler,
                        lineStyle(sampler),
                        seed.curve().stream()
                                .map(point -> new Marker(x.applyAsDouble(point), point.partialKl()))
                                .toList()));
            }
        }
        return new Chart(
                "learning-" + task.name() + "-" + id,
                task.name() + ": validation by " + id,
                Axis.linear(label),
                fitting("Partial KL", series),
                series);
    }

    /** Returns, for each task with several dimensions, the KL by dimension. */
    List<Chart> sweep() {
        return shown(tasks.stream()
                .filter(task -> task.dimensions().size() > 1)
                .map(ReportCharts::sweep)
                .toList());
    }

    private static Chart sweep(TaskSummary task) {
        String measure = measure(task);
        List<Series> series = task.samplers().stream()
                .map(sampler -> series(
                        sampler,
                        lineStyle(sampler),
                        known(task.dimensions().stream()
                                .map(d -> dot(d, task.spread(sampler, d, divergence(measure))))
                                .toList())))
                .toList();
        return new Chart(
                "sweep-" + task.name(),
                task.name() + ": " + measure + " by dimension",
                Axis.logarithmic(
                        "dimension d",
                        task.dimensions().stream().mapToDouble(d -> d).toArray()),
                fitting(measure, series),
                series);
    }

    /** Returns, for each task, the error of log p̃(x, y) by the number of strings drawn, without and with refinement. */
    List<Chart> refinement() {
        return shown(tasks.stream().map(task -> refinement(task.task())).toList());
    }

    private static Chart refinement(TaskResults task) {
        List<Series> series = new ArrayList<>();
        for (RefinementErrors errors : task.refinement()) {
            series.add(errors(errors.sampler(), "", SeriesStyle.LINE, errors.plain()));
            series.add(errors(errors.sampler(), ", refined", SeriesStyle.DASHED_LINE, errors.refined()));
        }
        double[] budgets = task.refinement().stream()
                .flatMap(errors -> errors.settings().budgets().stream())
                .distinct()
                .mapToDouble(samples -> samples)
                .toArray();
        return new Chart(
                "refinement-" + task.task(),
                task.task() + ": error of log p̃(x, y) by strings",
                Axis.logarithmic("strings drawn per pair, mean", budgets),
                fitting("mean absolute error, nats", series),
                series);
    }

    private static Series errors(SamplerVariant sampler, String how, SeriesStyle style, List<OfBudget> budgets) {
        return new Series(
                sampler.label() + how,
                SamplerColours.of(sampler),
                style,
                known(budgets.stream()
                        .map(each -> new Marker(
                                each.drawn(), each.error().value(), each.error().standardError()))
                        .toList()));
    }

    /** Returns, for each task, the KL by the time of a training step. */
    List<Chart> cost() {
        return shown(tasks.stream().map(ReportCharts::cost).toList());
    }

    private static Chart cost(TaskSummary task) {
        String measure = measure(task);
        List<Series> series = task.samplers().stream()
                .map(sampler -> series(
                        sampler,
                        SeriesStyle.LABELLED_POINTS,
                        known(List.of(dot(
                                task.mean(sampler, SamplerResult::secondsToStep),
                                task.spread(sampler, divergence(measure)))))))
                .toList();
        return new Chart(
                "cost-" + task.name(),
                task.name() + ": " + measure + " by cost",
                Axis.logarithmic("seconds per training step"),
                fitting(measure, series),
                series);
    }

    /** Returns KL if the reference is known, otherwise Partial KL, which differs from it by a constant. */
    private static String measure(TaskSummary task) {
        return task.samplers().stream()
                        .allMatch(sampler ->
                                task.spread(sampler, SamplerResult::kl).isKnown())
                ? "KL"
                : "Partial KL";
    }

    private static Function<SamplerResult, Estimate> divergence(String measure) {
        return measure.equals("KL") ? SamplerResult::kl : SamplerResult::partialKl;
    }

    private static Marker dot(double x, MeanAndError y) {
        return new Marker(x, y.mean(), y.error());
    }

    private static Series series(SamplerVariant sampler, SeriesStyle style, List<Marker> dots) {
        return new Series(sampler.label(), SamplerColours.of(sampler), style, known(dots));
    }

    private static SeriesStyle lineStyle(SamplerVariant sampler) {
        return SamplerColours.isDashed(sampler) ? SeriesStyle.DASHED_LINE : SeriesStyle.LINE;
    }

    private static List<Marker> known(List<Marker> dots) {
        return dots.stream()
                .filter(dot -> Double.isFinite(dot.x()) && Double.isFinite(dot.y()))
                .toList();
    }

    private static Axis fitting(String label, List<Series> series) {
        var values = series.stream()
                .flatMap(s -> s.dots().stream())
                .mapToDouble(Marker::y)
                .summaryStatistics();
        boolean wide = values.getMin() > 0 && values.getMax() / values.getMin() > MAX_LINEAR_RATIO;
        return wide ? Axis.logarithmic(label) : Axis.linear(label);
    }

    private static List<Chart> shown(List<Chart> charts) {
        return charts.stream().filter(chart -> !chart.isEmpty()).toList();
    }
}
