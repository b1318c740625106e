package org.espalier.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.espalier.fst.base.Plural;
import org.espalier.lab.report.ReportTable.Cell;
import org.espalier.lab.results.ExperimentResults;
import org.espalier.lab.results.SamplerAnalysis;
import org.espalier.lab.results.SamplerVariant;
import org.espalier.lab.results.TaskResults;

/** Makes the tables of the errors of samplers and their causes. */
final class AnalysisTables {
    private final List<TaskResults> tasks;

    AnalysisTables(ExperimentResults results) {
        tasks = results.tasks();
    }

    /** Returns the divergences of all samplers, and of the best samplers that see only a few of the last marks. */
    ReportTable limits() {
        List<List<Cell>> rows = new ArrayList<>();
        for (TaskResults task : tasks) {
            SamplerAnalysis analysis = task.analysis();
            for (SamplerAnalysis.Limit limit : analysis.limits()) {
                rows.add(divergences(
                        task.task() + ", best with " + seen(limit.marks()),
                        limit.inclusiveKl(),
                        limit.exclusiveKl(),
                        Double.NaN));
            }
            for (SamplerAnalysis.ExactDivergence sampler : analysis.samplers()) {
                rows.add(divergences(
                        task.task() + ", " + sampler.sampler().label(),
                        sampler.inclusiveKl(),
                        sampler.exclusiveKl(),
                        sampler.fittedKl()));
            }
        }
        String sizes = tasks.stream()
                .map(task -> String.format(
                        Locale.ROOT,
                        "%s: %s with %s paths and a posterior of %s nats on average",
                        task.task(),
                        Plural.of(task.analysis().pairs(), "pair"),
                        ResultTables.count(Math.round(task.analysis().paths())),
                        MeanAndError.number(task.analysis().posteriorEntropy(), 2)))
                .collect(Collectors.joining("; "));
        return new ReportTable(
                "Limits",
                "Exact, on short pairs whose posterior can be enumerated (" + sizes
                        + "). The best with the state alone has "
                        + "the least KL(p ‖ q) of all samplers that do not see the past, such as plain SWP; the best with "
                        + "a few marks also sees these. Fitted is KL(p ‖ q) of a new sampler that was trained on the exact posteriors of these "
                        + "very pairs: what it cannot represent, or gradient descent does not find.",
                List.of("Sampler", "KL(p ‖ q)", "KL(q ‖ p)", "fitted"),
                rows);
    }

    private static String seen(int marks) {
        return switch (marks) {
            case 0 -> "the state alone";
            case 1 -> "the last mark";
            default -> "the last " + marks + " marks";
        };
    }

    private static List<Cell> divergences(String name, double inclusive, double exclusive, double fitted) {
        return List.of(
                Cell.name(name),
                Cell.plain(MeanAndError.number(inclusive, 3)),
                Cell.plain(MeanAndError.number(exclusive, 3)),
                Cell.plain(MeanAndError.number(fitted, 3)));
    }

    /** Returns how far ahead each sampler looks. */
    ReportTable influences() {
        List<List<Cell>> rows = new ArrayList<>();
        int distances = tasks.stream()
                .flatMap(task -> task.analysis().influences().stream())
                .mapToInt(influence -> influence.byDistance().size())
                .max()
                .orElse(0);
        for (TaskResults task : tasks) {
            for (SamplerAnalysis.Influence influence : task.analysis().influences()) {
                List<Cell> row = new ArrayList<>(List.of(Cell.name(task.task() + ", " + name(influence.who()))));
                IntStream.range(0, distances)
                        .mapToObj(k -> k < influence.byDistance().size()
                                ? MeanAndError.number(influence.byDistance().get(k), 3)
                                : "")
                        .forEach(text -> row.add(Cell.plain(text)));
                rows.add(row);
            }
        }
        List<String> columns = new ArrayList<>(List.of("Distribution"));
        IntStream.rangeClosed(1, distances).forEach(k -> columns.add("y" + k));
        return new ReportTable(
                "Lookahead",
                "The change of the distribution of the first mark, in total variation, when the first, second, … symbol of "
                        + "the output is replaced: for the posterior and for each sampler.",
                columns,
                rows);
    }

    private static String name(String who) {
        return SamplerVariant.of(who).map(SamplerVariant::label).orElse(who);
    }

    /** Returns the terms that decide inside SWP. */
    ReportTable internals() {
        List<List<Cell>> rows = new ArrayList<>();
        for (TaskResults task : tasks) {
            for (SamplerAnalysis.Internals internals : task.analysis().internals()) {
                rows.add(List.of(
                        Cell.name(task.task() + ", " + internals.sampler().label()),
                        Cell.plain(MeanAndError.number(internals.weightSpread(), 2)),
                        Cell.plain(MeanAndError.number(internals.betaSpread(), 2)),
                        Cell.plain(MeanAndError.number(internals.spread(), 2)),
                        Cell.plain(MeanAndError.number(100 * internals.explainedByMark(), 0) + " %"),
                        Cell.plain(MeanAndError.number(100 * internals.saturated(), 0) + " %")));
            }
        }
        return new ReportTable(
                "Inside SWP",
                "At states with a choice: the spread (root mean square, in nats) of log w, of log β of the target states, "
                        + "and of their sum, which decides; the fraction of the variance of log w that the mark of an arc explains; "
                        + "the fraction of saturated entries of arc embeddings.",
                List.of("Sampler", "log w", "log β", "sum", "explained by mark", "saturated"),
                rows);
    }
}
